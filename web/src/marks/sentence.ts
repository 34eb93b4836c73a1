// SPDX-License-Identifier: MIT
// A sentence in a row, and bands from a word to the words that it attends to. The thickness of a band is its weight.
import { nothing, type SVGTemplateResult, svg } from 'lit';

/** The words of a row with the x of their middles. `size` is the font size in units of the view box. */
export interface Row {
  readonly words: readonly string[];
  readonly middles: readonly number[];
  readonly size: number;
}

/** The widths of characters in ems. Estimates, because the build has no fonts. */
const WIDTHS: readonly (readonly [characters: RegExp, width: number])[] = [
  [/\p{Script=Han}/u, 1],
  [/[MW—]/, 0.95],
  [/[mw]/, 0.86],
  [/[A-Z]/, 0.68],
  [/[ijl.,:;!'|’‘ ]/, 0.28],
  [/[ftrIJs"()]/, 0.42],
];
const LETTER = 0.57;
/** The smallest gap between two words, in ems. */
const GAP = 0.7;
const SMALLEST = 13;

/** The estimated width of a word, in ems. */
export const widthOf = (word: string): number =>
  [...word].reduce(
    (sum, one) => sum + (WIDTHS.find(([characters]) => characters.test(one))?.[1] ?? LETTER),
    0,
  );

/** Places words from `left` to `left + width`, the first and the last at the ends. */
export function placeWords(
  words: readonly string[],
  left: number,
  width: number,
  size: number,
): Row {
  const widths = words.map(widthOf);
  const sum = widths.reduce((all, one) => all + one, 0);
  const gaps = Math.max(words.length - 1, 1);
  const fitting = Math.max(SMALLEST, Math.min(size, width / (sum + GAP * gaps)));
  const gap = (width - sum * fitting) / gaps;
  let x = left;
  const middles = widths.map((one) => {
    const middle = x + (one * fitting) / 2;
    x += one * fitting + gap;
    return middle;
  });
  return { words, middles, size: fitting };
}

/** Weights below this one are not drawn. */
const LEAST = 0.002;
const THIN = 0.03;
const THICKEST = 26;

/** The width of a band, in units of the view box. */
export const bandWidth = (weight: number): number => Math.max(1.6, THICKEST * weight);

export interface BandsMark {
  readonly part: string;
  readonly row: Row;
  /** The index of the attending word. */
  readonly from: number;
  readonly weights: readonly number[];
  /** The y at which the bands end: the upper or the lower edge of the words. */
  readonly y: number;
  /** −1 for bands above the words, 1 for bands below. */
  readonly side: -1 | 1;
  /** The height of the highest possible band. */
  readonly room: number;
}

/** The height of a band, so that bands from one word to others do not cross. */
function heightOf({ row: { middles }, from, room }: BandsMark, to: number): number {
  const distance = (i: number) => Math.abs((middles[from] ?? 0) - (middles[i] ?? 0));
  const longest = Math.max(distance(0), distance(middles.length - 1)) || 1;
  return room * (0.15 + (0.85 * distance(to)) / longest);
}

/** The point of a band that is furthest from the words, at which its label is placed. */
export function topOf(mark: BandsMark, to: number): readonly [number, number] {
  const { row, from, y, side } = mark;
  const [a = 0, b = 0] = [row.middles[from], row.middles[to]];
  return [(a + b) / 2, y + side * heightOf(mark, to)];
}

export function bandsMark(mark: BandsMark): SVGTemplateResult {
  const { part, row, from, weights, y, side } = mark;
  const start = row.middles[from] ?? 0;
  const path = (to: number, width: number): string => {
    // The round ends of a band extend beyond its path by half of its width.
    const foot = y + (side * width) / 2;
    if (to === from) {
      const depth = y + side * 150;
      return `M${start - 9} ${foot} C${start - 130} ${depth} ${start + 70} ${depth} ${start + 9} ${foot}`;
    }
    const end = row.middles[to] ?? 0;
    // The curve reaches three quarters of the height of its control points.
    const top = foot + ((y + side * heightOf(mark, to) - foot) * 4) / 3;
    return `M${start} ${foot} C${start} ${top} ${end} ${top} ${end} ${foot}`;
  };
  // Thick bands are drawn last, because thin bands on top of them would look like cracks.
  const order = weights.map((_, i) => i).sort((a, b) => (weights[a] ?? 0) - (weights[b] ?? 0));
  return svg`
    <g data-part=${part} class="bands">
      ${order.map((i) => {
        const weight = weights[i] ?? 0;
        const width = bandWidth(weight);
        return weight < LEAST
          ? nothing
          : svg`<path class=${weight < THIN ? 'band thin' : 'band'} d=${path(i, width)} stroke-width=${width} />`;
      })}
    </g>`;
}
