// SPDX-License-Identifier: MIT
// A map of weights: the stronger the colour of a cell, the larger its weight.
import { nothing, type SVGTemplateResult, svg } from 'lit';

export interface HeatMark {
  readonly part: string;
  /** The weights from `least` to 1, row by row. */
  readonly weights: readonly number[];
  /** The smallest weight that a cell can have, which gets no colour. */
  readonly least: number;
  readonly columns: number;
  readonly x: number;
  readonly y: number;
  readonly cell: readonly [width: number, height: number];
}

/** The number of strengths. Cells of the same strength are one path, so a map is a dozen elements, not thousands. */
const LEVELS = 12;
/** The opacity of the strongest colour, which is low, so that names on the map are legible. */
const STRONGEST = 0.68;

const short = (length: number): number => Math.round(10 * length) / 10;

export function heatMark(mark: HeatMark): SVGTemplateResult {
  const { part, weights, least, columns, x, y, cell } = mark;
  const [width, height] = cell;
  const paths = Array.from({ length: LEVELS + 1 }, () => '');
  const levels = weights.map((weight) => Math.round((LEVELS * (weight - least)) / (1 - least)));
  for (let i = 0; i < levels.length; ) {
    const level = levels[i] as number;
    const first = i;
    // Adjacent cells of a row that have the same level are drawn as one box.
    do i += 1;
    while (levels[i] === level && i % columns > 0);
    const [left, top] = [x + (first % columns) * width, y + Math.floor(first / columns) * height];
    const across = short((i - first) * width);
    paths[level] =
      `${paths[level]}M${short(left)} ${short(top)}h${across}v${short(height)}h-${across}z`;
  }
  return svg`
    <g data-part=${part} class="weight">
      ${paths.map((path, level) =>
        path === '' || level === 0
          ? nothing
          : svg`<path class="pixel" shape-rendering="crispEdges" d=${path} fill-opacity=${(STRONGEST * level) / LEVELS} />`,
      )}
      <rect class="axis" x=${x} y=${y} width=${columns * width} height=${(weights.length / columns) * height} />
    </g>`;
}
