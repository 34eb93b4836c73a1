// SPDX-License-Identifier: MIT
// Draws the shapes in the small pictures of lessons on the home page. Each lesson's sketch.ts computes its picture with
// the engine.
import { type SVGTemplateResult, svg } from 'lit';
import type { Engine } from '../engine/index.ts';

/** Draws the small picture of a lesson, `WIDTH` × `HEIGHT` in SVG units. */
export type Sketch = (engine: Engine) => SVGTemplateResult;

export const WIDTH = 160;
export const HEIGHT = 72;
const ROOM = 6;

/** The kind of vector that a shape shows. It determines the colour, as in the lessons. */
type Kind = 'query' | 'key' | 'output';
type Point = readonly [x: number, y: number];

const place = ([x, y]: Point): Point => [
  ROOM + x * (WIDTH - 2 * ROOM),
  HEIGHT - ROOM - y * (HEIGHT - 2 * ROOM),
];

/** Draws a curve through points of the unit square, with (0, 0) at the bottom left. */
export const curve = (points: readonly Point[], kind: Kind) =>
  svg`<polyline class="sketch-line" data-kind=${kind} stroke-width="2" points=${points.map((one) => place(one).join()).join(' ')} />`;

export const dots = (points: readonly Point[], kind: Kind) =>
  points.map((one) => {
    const [x, y] = place(one);
    return svg`<circle class="sketch-fill" data-kind=${kind} cx=${x} cy=${y} r="3" />`;
  });

/** Draws columns side by side, with heights from 0 to 1. */
export const columns = (heights: readonly number[], kind: Kind) =>
  heights.map((height, i) => {
    const width = (WIDTH - 2 * ROOM) / heights.length;
    const [, top] = place([0, height]);
    return svg`<rect class="sketch-fill" data-kind=${kind} x=${ROOM + (i + 0.15) * width} y=${top}
      width=${0.7 * width} height=${Math.max(HEIGHT - ROOM - top, 0.5)} />`;
  });

/**
 * Draws a square matrix of numbers from 0 to 1; larger numbers are darker.
 * @param side  number of rows and columns
 * @param options  `of` is the number of matrices side by side, `index` the position of this one, counted from 0
 */
export function cells(
  matrix: ArrayLike<number>,
  side: number,
  { index = 0, of = 1 }: { index?: number; of?: number } = {},
) {
  const size = Math.min((HEIGHT - 2 * ROOM) / side, (WIDTH - 2 * ROOM) / of / (side + 0.5));
  const slot = (WIDTH - 2 * ROOM) / of;
  const left = ROOM + index * slot + (slot - side * size) / 2;
  const top = (HEIGHT - side * size) / 2;
  return Array.from(matrix, (number, i) => {
    const [row, column] = [Math.floor(i / side), i % side];
    return svg`<rect class="sketch-cell" x=${left + column * size} y=${top + row * size} width=${size - 1}
      height=${size - 1} fill-opacity=${number.toFixed(3)} />`;
  });
}

/** Draws an arrow from the middle of the bottom edge to a point of the unit square. */
export function arrow(to: Point, kind: Kind, width: number) {
  const [[x0, y0], [x, y]] = [place([0.5, 0]), place(to)];
  return svg`
    <line class="sketch-line" data-kind=${kind} x1=${x0} y1=${y0} x2=${x} y2=${y} stroke-width=${width} />
    <circle class="sketch-fill" data-kind=${kind} cx=${x} cy=${y} r=${width + 1} />`;
}
