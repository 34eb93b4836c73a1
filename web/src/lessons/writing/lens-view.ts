// SPDX-License-Identifier: MIT
// The logit lens: the most probable next token after each token and each layer, with a row for each layer.
import { nothing, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout } from '../../lesson/define.ts';
import { label } from '../../marks/label.ts';
import { widthOf } from '../../marks/sentence.ts';
import type { Said } from './numbers.ts';
import { shownPiece, type WritingScene } from './parts.ts';

/** `columns`: the number of shown tokens. `last`: the width of the last column, which also contains the probability. */
const PLACES = {
  wide: { left: 20, right: 740, names: 112, columns: 9, last: 112, head: 10, height: 340 },
  phone: { left: 10, right: 380, names: 102, columns: 4, last: 84, head: 8, height: 260 },
} as const;

export const lensHeight = { wide: 384, phone: 302 } as const;

const SIZE = 16;
const SMALLEST = 13;
const BAR = 4;
/** The maximum height of a row, and the minimum heights with and without a probability, in units of the view box. */
const HIGHEST = 66;
const NUMBERED = 36;
const LEAST_HEIGHT = 22;

/** A token's text without the white space around it. A token of white space is shown as signs, such as · or ¶. */
export const tokenText = (text: string): string => shownPiece(text.trim() || text);

/** A word, in a smaller font if it is wider than `room`, and cut if it is still too wide. */
export function fitted(x: number, y: number, text: string, room: number, size: number, kind = '') {
  const letters = [...text];
  const own = Math.max(SMALLEST, Math.min(size, room / Math.max(widthOf(text), 1)));
  const count = letters.findIndex((_, i) => widthOf(letters.slice(0, i + 1).join('')) * own > room);
  const cut = count < 0 ? text : `${letters.slice(0, Math.max(count - 1, 1)).join('')}…`;
  return svg`<text x=${x} y=${y} class="word sized ${kind}" font-size=${own}>${cut}</text>`;
}

/** Selects at most `most` entries at equal distances, from the first to the last, with their indices. */
function spread<T>(list: readonly T[], most: number): readonly (readonly [T, number])[] {
  const count = Math.min(list.length, most);
  return Array.from({ length: count }, (_, i) => {
    const at = Math.round((i * (list.length - 1)) / Math.max(count - 1, 1));
    return [list[at] as T, at] as const;
  });
}

export function lens({ numbers, t, i18n }: WritingScene, layout: Layout, top: number) {
  const { left, right, names, columns, last, head, height } = PLACES[layout];
  const { pieces, rows } = numbers.lens();
  const shown = pieces.slice(-columns);
  const others = shown.length - 1;
  const width = Math.min(last, (right - left - names - last) / Math.max(others, 1));
  const lines = spread(rows, Math.floor(height / LEAST_HEIGHT));
  const step = Math.min(HIGHEST, height / lines.length);
  const isNumbered = step >= NUMBERED;
  const first = top + head + 24;
  const start = left + names;
  const x = (i: number) => start + i * width;
  const room = (i: number) => (i === others ? last : width) - 14;
  const cell = ({ text, probability }: Said, i: number, word: number) => {
    const isLast = i === others;
    return svg`
      ${fitted(x(i) + 5, word, shownPiece(text), room(i), SIZE, isLast ? 'followed' : '')}
      <rect class="bar" x=${x(i) + 5} y=${word + 12} width=${Math.max(1, room(i) * probability)} height=${BAR} />
      ${isLast && isNumbered ? label(x(i) + 5, word + 27, shareText(i18n, probability), 'tick followed') : nothing}`;
  };
  return svg`
    ${label(start - 10, top + head, t('lens.token'), 'end quiet')}
    ${shown.map(({ text }, i) => fitted(x(i) + 5, top + head, tokenText(text), room(i), SIZE + 1, i === others ? 'followed' : ''))}
    <path class="axis" d="M${left} ${first - 7}H${x(others) + last}" />
    ${lines.map(([said, at], i) => {
      const y = first + (i + 0.5) * step - (isNumbered ? 14 : 6);
      const name = at === 0 ? t('lens.start') : t('lens.layer', { layer: at });
      const part = at === 0 ? 'first' : at === rows.length - 1 ? 'last' : 'lens';
      return svg`
        <g data-part=${part}>
          ${label(start - 10, y, name, 'end quiet')}
          ${said.slice(-columns).map((one, j) => cell(one, j, y))}
        </g>`;
    })}
    <rect class="row" x=${x(others)} y=${top + head - 17} width=${last} height=${41 + lines.length * step} rx="6" />`;
}
