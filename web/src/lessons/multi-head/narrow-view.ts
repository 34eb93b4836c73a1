// SPDX-License-Identifier: MIT
// The keys of a head with two components as points, and its query as a direction.
import { nothing, svg } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { label } from '../../marks/label.ts';
import type { Sentence } from './heads.ts';
import { type HeadsScene, shownWord } from './parts.ts';

type Point = readonly [x: number, y: number];

const TIP = 13;

const BOXES = {
  wide: { middle: [310, 338], half: 222, margin: 30 },
  phone: { middle: [195, 132], half: 130, margin: 20 },
} as const;

export function narrowView(scene: HeadsScene, { words, from, narrow }: Sentence, layout: Layout) {
  const { t } = scene;
  const { keys, corners, query, first, reachable } = narrow;
  const { middle, half, margin } = BOXES[layout];
  const [cx, cy] = middle;
  const most = Math.max(...keys.flat().map(Math.abs)) || 1;
  const scale = (half - margin) / most;
  const at = ([x = 0, y = 0]: readonly number[]): Point => [cx + x * scale, cy - y * scale];
  const length = Math.hypot(...query) || 1;
  const direction: Point = [(query[0] ?? 0) / length, -(query[1] ?? 0) / length];
  const along = (share: number): Point => [cx + direction[0] * share, cy + direction[1] * share];
  const tip = along(half - TIP);
  const [fx, fy] = at(keys[first] ?? []);
  const foot = along((fx - cx) * direction[0] + (fy - cy) * direction[1]);
  const away = (x: number, y: number): readonly [number, number, string] => {
    const distance = Math.hypot(x - cx, y - cy) || 1;
    let [dx, dy] = [(x - cx) / distance, (y - cy) / distance];
    // The query's arrow would cross the name of a key in its direction, so the name is moved aside.
    if (dx * direction[0] + dy * direction[1] > 0.95) {
      const side = Math.sign(dy * direction[0] - dx * direction[1]) || 1;
      [dx, dy] = [-side * direction[1], side * direction[0]];
    }
    return [x + 15 * dx, y + 21 * dy, Math.abs(dx) > 0.5 ? (dx > 0 ? '' : 'end') : 'middle'];
  };
  return svg`
    <path class="axis" d="M${cx - half} ${cy} h${2 * half} M${cx} ${cy - half} v${2 * half}" />
    <path data-part="hull" class="hull key" d="M${corners.map((i) => at(keys[i] ?? []).join(' ')).join('L')}Z" />
    <g data-part="query" class="query">
      <path class="arrow" d="M${cx} ${cy} L${tip.join(' ')}" />
      <path class="tip" d=${`M0 -6 L${TIP} 0 L0 6 Z`} transform=${`translate(${tip.join(' ')}) rotate(${(Math.atan2(direction[1], direction[0]) * 180) / Math.PI})`} />
    </g>
    <path class="guide" d="M${fx} ${fy} L${foot.join(' ')}" />
    <g data-part="keys" class="key">
      ${keys.map((key, i) => {
        const [x, y, side] = away(...at(key));
        return label(
          x,
          y,
          shownWord(scene, words[i]),
          `word key halo ${side} ${i === first ? 'followed' : ''}`,
        );
      })}
      ${keys.map((key, i) => {
        const [x, y] = at(key);
        return svg`<circle class=${corners.includes(i) ? 'spot' : 'spot inside'} cx=${x} cy=${y} r=${i === first ? 8 : 6} />`;
      })}
    </g>
    ${layout === 'wide' ? side(scene, { from: words[from], first: words[first], reachable, all: keys.length }) : nothing}
    ${
      layout === 'wide'
        ? nothing
        : svg`
          ${label(16, 284, svg`<tspan class="word">${shownWord(scene, words[from])}</tspan> → <tspan class="word">${shownWord(scene, words[first])}</tspan>`, 'moment')}
          ${label(374, 284, `${t('narrow.reachable')} ${t('narrow.of', { count: reachable, all: keys.length })}`, 'end title key')}`
    }`;
}

function side(
  scene: HeadsScene,
  {
    from,
    first,
    reachable,
    all,
  }: { from: string | undefined; first: string | undefined; reachable: number; all: number },
) {
  const { t } = scene;
  return svg`
    ${label(590, 150, t('narrow.first'), 'quiet')}
    ${label(590, 182, svg`<tspan class="word">${shownWord(scene, from)}</tspan> → <tspan class="word">${shownWord(scene, first)}</tspan>`, 'moment')}
    ${label(590, 480, t('narrow.reachable'), 'quiet')}
    ${label(590, 514, t('narrow.of', { count: reachable, all }), 'key number-of-moment')}`;
}
