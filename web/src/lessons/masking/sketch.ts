// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import { cells, type Sketch } from '../sketch.ts';

const TOKENS = 6;

/** The picture of the lesson on the home page: the attention weights of equal scores under a causal mask. */
export const sketch: Sketch = (engine) => {
  const scores = { shape: [TOKENS, TOKENS], data: new Float64Array(TOKENS ** 2) };
  const { weights } = engine.maskedSoftmax({ precision: 'float64', scores, causal: true });
  return svg`${cells(weights.data, TOKENS)}`;
};
