// SPDX-License-Identifier: MIT
// A matrix of weights with hidden cells, which are hatched. A hidden cell with weight has a dashed outline.
import { nothing, type SVGTemplateResult, svg } from 'lit';
import { shown } from './label.ts';

export interface MaskedMark {
  /** The names of the parts at which phrases of the text can point: the weights, and the hidden cells. */
  readonly part: string;
  readonly hiddenPart: string;
  readonly weights: readonly (readonly number[])[];
  readonly isHidden: (row: number, column: number) => boolean;
  readonly x: number;
  readonly y: number;
  readonly cell: readonly [width: number, height: number];
  readonly size: number;
  readonly write: (weight: number) => string;
  /** The opacity of a row's weights, from 0 to 1. */
  readonly shareOf?: (row: number) => number;
}

/** The distance between the lines of a hatched cell, across and down. */
const LINES = 11;

/** Lines from the lower left to the upper right of a box. */
function hatching(x: number, y: number, width: number, height: number): string {
  const count = Math.ceil((width + height) / LINES) - 1;
  return Array.from({ length: count }, (_, i) => {
    const reach = (i + 1) * LINES;
    const [left, right] = [Math.max(0, reach - height), Math.min(reach, width)];
    return `M${(x + left).toFixed(1)} ${(y + reach - left).toFixed(1)}L${(x + right).toFixed(1)} ${(y + reach - right).toFixed(1)}`;
  }).join('');
}

export function maskedMark(mark: MaskedMark): SVGTemplateResult {
  const { part, hiddenPart, weights, isHidden, x, y, cell, size, write, shareOf = () => 1 } = mark;
  const [width, height] = cell;
  const columns = weights[0]?.length ?? 0;
  const isHatched = (weight: number, i: number, j: number) =>
    isHidden(i, j) && (weight === 0 || shareOf(i) < 1);
  const hatch = weights.flatMap((row, i) =>
    row.map((weight, j) =>
      isHatched(weight, i, j)
        ? hatching(x + j * width + 3, y + i * height + 3, width - 6, height - 6)
        : '',
    ),
  );
  const cellOf = (weight: number, i: number, j: number) => {
    const isLeak = isHidden(i, j);
    // A hidden cell without weight shows its hatching.
    if (isLeak && weight === 0) return nothing;
    const [left, top] = [x + j * width, y + i * height];
    // A weight of NaN has no outline, because an outline would crowd the long text of a narrow cell.
    return svg`
      ${
        Number.isNaN(weight)
          ? nothing
          : svg`<rect class=${isLeak ? 'cell leaking' : 'cell'} x=${left + 1.5} y=${top + 1.5} width=${width - 3} height=${height - 3} rx="4"
              fill-opacity=${0.08 + 0.92 * weight} />`
      }
      <text class="number" x=${left + width / 2} y=${top + height / 2} font-size=${size}>${write(weight)}</text>`;
  };
  return svg`
    <path data-part=${hiddenPart} class="hatch" d=${hatch.join('')} />
    <g data-part=${part} class="matrix weight">
      <rect class="frame" x=${x - 4} y=${y - 4} width=${columns * width + 8} height=${weights.length * height + 8} rx="9" />
      ${weights.map((row, i) => shown(shareOf(i), () => svg`${row.map((weight, j) => cellOf(weight, i, j))}`))}
    </g>`;
}
