// SPDX-License-Identifier: MIT
// The matrices of a layer, cut into strips for its heads, and a table of scores for each head.
import { nothing, svg } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { label } from '../../marks/label.ts';
import type { Count } from './heads.ts';
import type { HeadsScene } from './parts.ts';

const MATRICES = [
  ['Q', 'query'],
  ['K', 'key'],
  ['V', 'value'],
  ['O', 'output'],
] as const;
const W = 'W';

/** The maximum number of score tables side by side. */
const IN_ROW = 8;

const PLACES = {
  wide: { left: 20, step: 192, side: 142, top: 52, sums: 236, tables: 352, table: 74, gap: 18 },
  phone: { left: 16, step: 97, side: 66, top: 34, sums: 122, tables: 194, table: 36, gap: 10 },
};

export function countView(scene: HeadsScene, count: Count, layout: Layout) {
  const { t, i18n } = scene;
  const { width, heads, words } = count;
  const { left, step, side, top, sums, tables, table, gap } = PLACES[layout];
  const isWide = layout === 'wide';
  const strip = side / heads;
  const sum = (y: number, key: 'parameters' | 'scores', terms: string, role: string) => svg`
    ${label(left, y, `${terms} =`, 'quiet')}
    ${label(left + (isWide ? 170 : 128), y, i18n.integer(count[key]), `${role} ${isWide ? 'number-of-moment' : 'moment'}`)}
    ${label(left + (isWide ? 350 : 240), y, t(`count.${key}`), 'title')}`;
  return svg`
    ${MATRICES.map(([letter, role], i) => {
      const x = left + i * step;
      return svg`
        ${label(x + side / 2, top - 18, svg`${W}<tspan class="below" dy="3">${letter}</tspan>`, `title middle ${role}`)}
        <g data-part=${letter === 'O' ? 'join' : 'strips'} class="matrix ${role}">
          ${Array.from({ length: heads }, (_, k) =>
            letter === 'O'
              ? svg`<rect class="pixel" x=${x} y=${top + k * strip} width=${side} height=${strip} fill-opacity=${k % 2 === 0 ? 0.42 : 0.16} />`
              : svg`<rect class="pixel" x=${x + k * strip} y=${top} width=${strip} height=${side} fill-opacity=${k % 2 === 0 ? 0.42 : 0.16} />`,
          )}
          <rect class="frame" x=${x - 2} y=${top - 2} width=${side + 4} height=${side + 4} rx="5" />
        </g>`;
    })}
    ${sum(sums, 'parameters', `4 × ${width} × ${width}`, '')}
    ${sum(sums + (isWide ? 44 : 32), 'scores', `${heads} × ${words} × ${words}`, 'score')}
    <g data-part="tables" class="matrix score">${Array.from({ length: heads }, (_, k) => {
      const [x, y] = [
        left + (k % IN_ROW) * (table + gap),
        tables + Math.floor(k / IN_ROW) * (table + gap + 4),
      ];
      return svg`
        <rect class="pixel" x=${x} y=${y} width=${table} height=${table} fill-opacity="0.18" />
        <rect class="frame" x=${x} y=${y} width=${table} height=${table} rx="4" />
        ${isWide ? label(x + table / 2, y + table / 2, i18n.integer(k + 1), 'middle score') : nothing}`;
    })}</g>
    ${isWide ? label(left, tables - 22, t('count.tables', { words }), 'quiet') : nothing}
    ${label(isWide ? 738 : left, tables - (isWide ? 22 : 15), t('count.sums', { count: count.headWidth }), `quiet ${isWide ? 'end' : ''}`)}`;
}
