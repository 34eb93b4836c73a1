// SPDX-License-Identifier: MIT
// The tokens that pass through the layers for each new token: without a cache all previous tokens again, with a cache
// only the last one.
import { nothing, svg } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { label } from '../../marks/label.ts';
import type { WritingScene } from './parts.ts';

const PLACES = {
  wide: { lefts: [62, 438], side: 290, square: 58 },
  phone: { lefts: [38, 216], side: 162, square: 58 },
} as const;

export const cacheHeight = { wide: 416, phone: 290 } as const;

/** Texts with more tokens are drawn as areas, because cells would be too small to count. */
const MOST_CELLS = 24;
/** The triangle of the cache is named only if the text has at least this number of tokens. */
const NAMED = 4;
/** In units of the view box: the minimum width of the diagonal, the gap between cells, and between hatching lines. */
const THINNEST = 2.5;
const GAP = 1;
const LINES = 13;

interface Square {
  readonly length: number;
  readonly side: number;
}

/** The path of the computed cells: all cells up to the diagonal (`isAgain`), or only the diagonal. */
function computed({ length, side }: Square, isAgain: boolean): string {
  const cell = side / length;
  if (length > MOST_CELLS) {
    const width = Math.max(cell, THINNEST);
    return `M0 0H${width}L${side} ${side - width}V${side}H${isAgain ? 0 : side - width}${isAgain ? '' : `L0 ${width}`}z`;
  }
  const size = (cell - GAP).toFixed(2);
  const at = (i: number) => (i * cell + GAP / 2).toFixed(2);
  return Array.from({ length }, (_, row) =>
    Array.from({ length: row + 1 }, (_, column) =>
      isAgain || column === row ? `M${at(column)} ${at(row)}h${size}v${size}h-${size}z` : '',
    ).join(''),
  ).join('');
}

/** The outline of the cached cells: all cells below the diagonal. */
function kept({ length, side }: Square): string {
  if (length > MOST_CELLS) return `M0 0L${side} ${side}H0z`;
  const cell = side / length;
  return `M0 ${cell}${`h${cell}v${cell}`.repeat(length - 1)}H0z`;
}

/** Hatching from the left and the lower edge up to the diagonal. */
const hatching = (side: number): string =>
  Array.from({ length: Math.ceil((2 * side) / LINES) - 1 }, (_, i) => {
    const reach = (i + 1) * LINES;
    const from = Math.max(0, reach - side);
    return `M${from} ${reach - from}L${reach / 2} ${reach / 2}`;
  }).join('');

export function cache({ numbers, t, i18n }: WritingScene, layout: Layout, top: number) {
  const { length, withCache, without } = numbers.cache;
  const { lefts, side, square } = PLACES[layout];
  const first = top + square;
  const size = { length, side };
  const edge = Math.max(side / length / 2, 7);
  const frame = (name: 'without' | 'with', x: number, count: number) => svg`
    <g data-part=${name}>
      ${label(x, top + 8, t(`cache.${name}`), 'title')}
      <g transform="translate(${x} ${first})">
        <rect class="axis" width=${side} height=${side} />
        <path class="bar" d=${computed(size, name === 'without')} />
      </g>
      ${
        // On a phone, only the left square has labels at its axes.
        layout === 'wide' || name === 'without'
          ? svg`
            ${label(x, first - 16, t('cache.text'), 'quiet')}
            <text class="label middle quiet" transform="translate(${x - 26} ${first + side / 2}) rotate(-90)">${t('cache.step')}</text>
            ${label(x - 7, first + edge, '1', 'end tick')}
            ${length > 1 ? label(x - 7, first + side - edge, i18n.integer(length), 'end tick') : nothing}`
          : nothing
      }
      ${label(x, first + side + 26, i18n.integer(count), 'number-of-moment')}
      ${label(x, first + side + 51, t('cache.count'), 'quiet')}
    </g>`;
  const looked = svg`
    <g data-part="kept" transform="translate(${lefts[1]} ${first})">
      <g class="value"><path class="ray" d=${hatching(side)} /></g>
      <path class="hull key" d=${kept(size)} />
      ${
        // Two lines of text, because the triangle is narrow on a phone.
        length < NAMED
          ? nothing
          : svg`
            ${label(6, side - 36, t('cache.kept'), 'halo')}
            ${label(6, side - 16, t('cache.numbers', { count: i18n.integer(numbers.cache.kept) }), 'halo')}`
      }
    </g>`;
  return svg`
    ${frame('without', lefts[0], without)}
    ${length > 1 ? looked : nothing}
    ${frame('with', lefts[1], withCache)}`;
}
