// SPDX-License-Identifier: MIT
// A list of numbers as bars: positive ones are filled and stand on the line, negative ones are outlined and hang from it.
import { type SVGTemplateResult, svg } from 'lit';
import type { Role } from './matrix.ts';

export interface BarsMark {
  readonly part: string;
  readonly role: Role;
  readonly list: readonly number[];
  readonly x: number;
  /** The line on which the bars stand. */
  readonly base: number;
  readonly width: number;
  /** The height of the number that is furthest from 0. */
  readonly height: number;
}

/** The share of a bar's place that is a gap. */
const GAP = 0.25;

export function barsMark(mark: BarsMark): SVGTemplateResult {
  const { part, role, list, x, base, width, height } = mark;
  const most = Math.max(...list.map(Math.abs)) || 1;
  const place = width / Math.max(list.length, 1);
  return svg`
    <g data-part=${part} class=${role}>
      ${list.map((value, i) => {
        const size = (height * Math.abs(value)) / most;
        return svg`<rect class=${value < 0 ? 'bar negative' : 'bar'} x=${x + (i + GAP / 2) * place}
          y=${value < 0 ? base : base - size} width=${place * (1 - GAP)} height=${size} rx="1.5" />`;
      })}
      <path class="axis" d="M${x} ${base} h${width}" />
    </g>`;
}
