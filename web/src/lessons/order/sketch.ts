// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import { cells, type Sketch } from '../sketch.ts';

const PLACES = 14;
const WIDTH = 32;

/**
 * The picture of the lesson on the home page: the dot products of sinusoidal positional vectors, which are constant
 * along each diagonal.
 */
export const sketch: Sketch = (engine) => {
  const precision = 'float64';
  const P = engine.positionalEncoding({ precision, positions: PLACES, width: WIDTH });
  const { data } = engine.scaledDotScores({ precision, queries: P, keys: P, divisor: 'none' });
  const largest = WIDTH / 2;
  return svg`${cells(
    data.map((x) => Math.max(x, 0) / largest),
    PLACES,
  )}`;
};
