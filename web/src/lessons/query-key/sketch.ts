// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import { cells, type Sketch } from '../sketch.ts';

const TOKENS = 6;
const D = 4;

/** Attention weights of the same tokens without projections, and with separate projections for queries and keys. */
export const sketch: Sketch = (engine) => {
  const precision = 'float64';
  const draw = (shape: number[], stream: number) =>
    engine.random({ precision, shape, seed: 1, stream });
  const tokens = draw([TOKENS, D], 0);
  const [W_q, W_k] = [draw([D, D], 1), draw([D, D], 2)];
  const tied = engine.selfSimilarity({ precision, tokens });
  const free = engine.selfSimilarity({ precision, tokens, W_q, W_k });
  return svg`
    ${cells(tied.weights.data, TOKENS, { index: 0, of: 2 })}
    ${cells(free.weights.data, TOKENS, { index: 1, of: 2 })}`;
};
