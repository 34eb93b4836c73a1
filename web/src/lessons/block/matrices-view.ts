// SPDX-License-Identifier: MIT
// The matrices of a layer, made of squares of d × d parameters, and the numbers of parameters.
import { svg } from 'lit';
import { label, shown } from '../../marks/label.ts';
import type { Role } from '../../marks/matrix.ts';
import { type Count, WIDER } from './compute.ts';
import type { BlockScene, Parts } from './parts.ts';

export interface MatrixPlaces {
  /** The side of a square, and the gap between two matrices. */
  readonly side: number;
  readonly gap: number;
  readonly x: number;
  readonly tops: readonly [attention: number, network: number];
  /** The table: its first line, the height of a line, and the right ends of its two columns of numbers. */
  readonly table: Readonly<Record<'x' | 'y' | 'step', number>> & {
    readonly ends: readonly [count: number, share: number];
  };
}

const OWN: readonly (readonly [letter: string, role: Role])[] = [
  ['Q', 'query'],
  ['K', 'key'],
  ['V', 'value'],
  ['O', 'output'],
];
const W = 'W';
const nameOf = (letter: string) => svg`${W}<tspan class="below" dy="3">${letter}</tspan>`;

function squares(
  role: Role,
  x: number,
  y: number,
  side: number,
  [across, down]: readonly [number, number],
) {
  const cuts = [
    ...Array.from({ length: across - 1 }, (_, i) => `M${x + (i + 1) * side} ${y}v${side}`),
    ...Array.from({ length: down - 1 }, (_, i) => `M${x} ${y + (i + 1) * side}h${side}`),
  ];
  return svg`
    <g class="matrix ${role}">
      <rect class="cell" x=${x} y=${y} width=${across * side} height=${down * side} rx="4" fill-opacity="0.12" />
      <rect class="frame" x=${x} y=${y} width=${across * side} height=${down * side} rx="4" />
      <path class="axis" d=${cuts.join('')} />
    </g>`;
}

const LINES = ['attention', 'network', 'norms'] as const;
const LINE_NAMES = {
  attention: 'part.attention',
  network: 'part.network',
  norms: 'part.norm',
} as const;

function table({ t, i18n }: BlockScene, count: Count, { table: place }: MatrixPlaces) {
  return LINES.map((line, i) => {
    const y = place.y + i * place.step;
    return svg`
      ${label(place.x, y, t(LINE_NAMES[line]), 'title')} ${label(place.ends[0], y, i18n.integer(count[line]), 'end')}
      ${label(place.ends[1], y, i18n.percent(count.shares[line], 2), 'end moment')}`;
  });
}

/** The two matrices of the feed-forward part: the first widens a word, the second restores its width. */
function wide({ i18n }: BlockScene, { d, hidden }: Count, places: MatrixPlaces) {
  const { side, gap, x } = places;
  const y = places.tops[1];
  const back = x + WIDER * side + 2 * gap;
  const size = (rows: number, columns: number) =>
    `${i18n.integer(rows)} × ${i18n.integer(columns)}`;
  return svg`
    ${squares('word', x, y, side, [WIDER, 1])} ${label(x + side / 2, y + side / 2, nameOf('1'), 'middle title')}
    ${label(x + 2 * side, y + side + 16, size(d, hidden), 'middle tick')}
    ${squares('word', back, y, side, [1, WIDER])} ${label(back + side / 2, y + side / 2, nameOf('2'), 'middle title')}
    ${label(back + side / 2, y + WIDER * side + 16, size(hidden, d), 'middle tick')}`;
}

export function matricesView(scene: BlockScene, view: Parts, places: MatrixPlaces) {
  const { t, i18n, numbers } = scene;
  const { side, gap, x, tops } = places;
  const { count } = numbers;
  const [own, network] = tops;
  /** The placeholder of the answer has the width of attention's matrices, so that it does not reveal the answer. */
  const width = OWN.length * (side + gap) - gap;
  return svg`
    <g data-part="attention">
      ${label(x, own - 22, t('part.attention'), 'title')}
      ${OWN.map(([letter, role], i) => {
        const left = x + i * (side + gap);
        return svg`
          ${squares(role, left, own, side, [1, 1])}
          ${label(left + side / 2, own + side / 2, nameOf(letter), `middle title ${role}`)}`;
      })}
      ${label(x + OWN.length * (side + gap), own + side / 2, `${i18n.integer(count.d)} × ${i18n.integer(count.d)}`, 'tick')}
    </g>
    <g data-part="network">
      ${label(x, network - 22, t('part.network'), 'title')}
      ${shown(view.wide, () => wide(scene, count, places))}
      ${shown(
        view.unknown,
        () => svg`
          <rect class="unknown" x=${x} y=${network} width=${width} height=${side} rx="10" />
          ${label(x + width / 2, network + side / 2, '?', 'middle number-of-moment')}`,
      )}
    </g>
    ${shown(view.counts, () => svg`<g data-part="counts">${table(scene, count, places)}</g>`)}`;
}
