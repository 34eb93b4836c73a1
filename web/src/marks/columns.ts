// SPDX-License-Identifier: MIT
// Numbers as columns. The middle of a column is the middle of its item, such as a word of a sentence.
import { type SVGTemplateResult, svg } from 'lit';
import type { Role } from './matrix.ts';

export interface ColumnsMark {
  readonly part: string;
  readonly role: Role;
  readonly list: readonly number[];
  readonly middles: readonly number[];
  readonly width: number;
  /** The y at which the columns begin. */
  readonly base: number;
  /** The height of the number `most`. */
  readonly height: number;
  readonly most: number;
  /** −1 for columns above their base, 1 for columns below it. */
  readonly side: -1 | 1;
}

/** The height of a column of 0, so that it can be seen. */
const LEAST = 1.5;

/** The y of the end of a column, at which its label is placed. */
export const endOf = ({ list, base, height, most, side }: ColumnsMark, i: number): number =>
  base + side * Math.max(LEAST, (height * (list[i] ?? 0)) / most);

export function columnsMark(mark: ColumnsMark): SVGTemplateResult {
  const { part, role, list, middles, width, base } = mark;
  return svg`
    <g data-part=${part} class=${role}>${list.map((_, i) => {
      const end = endOf(mark, i);
      return svg`<rect class="pixel" x=${(middles[i] ?? 0) - width / 2} y=${Math.min(base, end)} width=${width}
        height=${Math.abs(end - base)} rx="2" />`;
    })}</g>`;
}
