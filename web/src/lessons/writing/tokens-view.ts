// SPDX-License-Identifier: MIT
// The text as tokens: boxes in lines, with their numbers, or with the weights of the chosen token.

import { nothing, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout } from '../../lesson/define.ts';
import { label, shown } from '../../marks/label.ts';
import { pixelMark } from '../../marks/matrix.ts';
import { widthOf } from '../../marks/sentence.ts';
import { tokenText } from './lens-view.ts';
import type { Piece } from './numbers.ts';
import type { Parts, WritingScene } from './parts.ts';

const PLACES = {
  wide: { left: 20, width: 720, sizes: [20, 17, 14.5], most: 150 },
  phone: { left: 10, width: 370, sizes: [18, 15.5, 13.5], most: 190 },
} as const;

/** The height of a line in ems. Numbers below the tokens add `NUMBERS` (in units of the view box). */
const LINE = 1.75;
const NUMBERS = 15;
/** The width of a digit of a token's number, in units of the view box. */
const DIGIT = 7.8;
/** In ems: the horizontal padding of a box, and the gap before a token that begins with a space. */
const ROOM = 0.26;
const GAP = 0.3;
const LEAST_SHOWN = 0.045;

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface Lines {
  readonly spots: readonly Spot[];
  readonly size: number;
  readonly height: number;
}

function linesOf(pieces: readonly Piece[], size: number, layout: Layout, below: number): Lines {
  const { left, width } = PLACES[layout];
  const line = LINE * size + below;
  let [x, y] = [left, 0];
  const spots = pieces.map(({ text, token }) => {
    const word = (Math.max(widthOf(tokenText(text)), 0.4) + 2 * ROOM) * size;
    const own = Math.max(word, DIGIT * `${token}`.length + 4);
    const gap = /^\s/.test(text) ? GAP * size : 2;
    if (x + gap + own > left + width) [x, y] = [left, y + line];
    else if (x > left) x += gap;
    const spot = { x, y, width: own };
    x += own;
    return spot;
  });
  return { spots, size, height: y + line };
}

/** Places the tokens in the largest font size that has room for all. */
function placed({ numbers }: WritingScene, layout: Layout, below: number): Lines {
  const { sizes, most } = PLACES[layout];
  const all = sizes.map((size) => linesOf(numbers.pieces, size, layout, below));
  return all.find(({ height }) => height <= most) ?? (all.at(-1) as Lines);
}

const belowOf = ({ ids, looks }: Parts): number => NUMBERS * Math.max(ids, looks);

/** The y at which the part below the tokens begins. */
export function tokensBottom(scene: WritingScene, view: Parts, layout: Layout): number {
  const { height } = placed(scene, layout, belowOf(view));
  return layout === 'wide' ? Math.max(height + 34, 120) : height + 22;
}

export function tokens(scene: WritingScene, view: Parts, layout: Layout) {
  const { numbers, i18n, set } = scene;
  const { pieces, place, row } = numbers;
  const { spots, size } = placed(scene, layout, belowOf(view));
  const high = 1.5 * size;
  return svg`
    <g transform="translate(0 8)">
      ${pieces.map(({ text, token, isUnknown }, i) => {
        const { x, y, width } = spots[i] as Spot;
        const weight = row[i] ?? 0;
        const isLater = view.looks > 0.5 && i > place;
        const middle = x + width / 2;
        const box = (kind: string, opacity: unknown = nothing) =>
          svg`<rect class=${kind} x=${x} y=${y} width=${width} height=${high} rx="5" fill-opacity=${opacity} />`;
        return svg`
          <g data-part="tokens" opacity=${isLater ? 0.38 : 1}>
            ${box(isUnknown ? 'drop' : 'piece')}
            ${view.looks > 0.02 && weight > 0 ? svg`<g class="weight">${box('pixel', view.looks * weight)}</g>` : nothing}
            ${view.looks > 0.5 && i === place ? svg`<g class="query">${box('frame')}</g>` : nothing}
            <text x=${middle} y=${y + high / 2} class="word sized middle ${i === place && view.looks > 0.5 ? 'followed' : ''}" font-size=${size}>${tokenText(text)}</text>
            ${view.ids > 0.5 ? label(middle, y + high + 9, i18n.integer(token), 'middle tick') : nothing}
            ${view.looks > 0.5 && weight >= LEAST_SHOWN ? label(middle, y + high + 9, shareText(i18n, weight, 0), 'middle tick weight') : nothing}
          </g>
          ${view.looks > 0.5 ? svg`<rect class="grip token" x=${x} y=${y} width=${width} height=${high} @click=${() => set({ place: i + 1 }, 'rest')} />` : nothing}`;
      })}
    </g>`;
}

const ROWS = {
  wide: { left: 130, width: 610, height: 330, names: 120 },
  phone: { left: 10, width: 370, height: 120, names: 0 },
} as const;
const WIDEST_ROW = 20;
/** |x| is rounded to this number of steps for a cell's colour. More would be invisible, and enlarge the page. */
const STRENGTHS = 4;
const NAMED_ROW = 15;

export const rowsHeight = { wide: 390, phone: 158 } as const;

/** The rows of the embedding: the vector of each token. */
export function rows(scene: WritingScene, view: Parts, layout: Layout, top: number) {
  const { numbers, t } = scene;
  const { left, width, height, names } = ROWS[layout];
  const exact = numbers.embedded();
  const most = Math.max(...exact.flat().map(Math.abs));
  const matrix = exact.map((row) => row.map((x) => Math.round((STRENGTHS * x) / most) / STRENGTHS));
  const cell = Math.min(WIDEST_ROW, height / matrix.length);
  return svg`${shown(
    view.rows,
    () => svg`
    ${label(left, top + 4, t('tokens.rows', { width: numbers.counts.width }), 'quiet')}
    ${pixelMark({
      ...{ part: 'rows', role: 'word', rows: matrix, x: left, y: top + 24 },
      cell: [width / (matrix[0]?.length ?? 1), cell],
    })}
    ${
      cell < NAMED_ROW
        ? nothing
        : numbers.pieces.map(({ text }, i) =>
            label(names, top + 24 + (i + 0.5) * cell, tokenText(text), 'word small end'),
          )
    }`,
  )}`;
}
