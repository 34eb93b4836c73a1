// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import { cells, type Sketch } from '../sketch.ts';

const HEADS = 4;
const TOKENS = 5;
const D = 4;

/** The picture of the lesson on the home page: the attention weights of four heads with random projections. */
export const sketch: Sketch = (engine) => {
  const precision = 'float64';
  const shape = [HEADS, TOKENS, D];
  const [queries, keys, values] = [0, 1, 2].map((stream) =>
    engine.random({ precision, shape, seed: 3, stream }),
  ) as [never, never, never];
  const { weights } = engine.attention({ precision, queries, keys, values });
  const size = TOKENS ** 2;
  return svg`${Array.from({ length: HEADS }, (_, index) =>
    cells(weights.data.subarray(index * size, (index + 1) * size), TOKENS, { index, of: HEADS }),
  )}`;
};
