// SPDX-License-Identifier: MIT
// A list of numbers as bars: positive ones are filled and above the line, negative ones are outlined and below it.
import { type SVGTemplateResult, svg } from 'lit';
import type { Role } from './matrix.ts';

export interface BarsMark {
  readonly part: string;
  readonly role: Role;
  readonly list: readonly number[];
  readonly x: number;
  /** The y of the line between positive and negative bars. */
  readonly base: number;
  readonly width: number;
  /** The height of a bar for the number `most`. Default of `most`: the largest magnitude in the list. */
  readonly height: number;
  readonly most?: number;
}

/** The gap between bars, as a share of the distance of two bars. */
const GAP = 0.25;
/** Longer lists are drawn as two paths instead of hundreds of elements. */
const MOST_ELEMENTS = 100;

export function barsMark(mark: BarsMark): SVGTemplateResult {
  const { part, role, list, x, base, width, height } = mark;
  const { most = Math.max(...list.map(Math.abs)) || 1 } = mark;
  const place = width / Math.max(list.length, 1);
  const sizeOf = (value: number) => (height * Math.abs(value)) / most;
  const left = (i: number) => x + (i + GAP / 2) * place;
  const element = (value: number, i: number) => svg`
    <rect class=${value < 0 ? 'bar negative' : 'bar'} x=${left(i)} y=${value < 0 ? base : base - sizeOf(value)}
      width=${place * (1 - GAP)} height=${sizeOf(value)} rx="1.5" />`;
  const path = (isNegative: boolean) =>
    list
      .map((value, i) =>
        value < 0 === isNegative
          ? `M${left(i).toFixed(2)} ${base}v${(value < 0 ? sizeOf(value) : -sizeOf(value)).toFixed(2)}h${(place * (1 - GAP)).toFixed(2)}V${base}`
          : '',
      )
      .join('');
  return svg`
    <g data-part=${part} class=${role}>
      ${
        list.length <= MOST_ELEMENTS
          ? list.map(element)
          : svg`<path class="bar" d=${path(false)} /><path class="bar negative" d=${path(true)} />`
      }
      <path class="axis" d="M${x} ${base} h${width}" />
    </g>`;
}
