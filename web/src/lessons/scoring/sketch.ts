// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import { curve, type Sketch } from '../sketch.ts';

const POINTS = 41;
const REACH = 2.5;
const ONE = { shape: [1, 1], data: [1] };

/**
 * The picture of the lesson on the home page: three score functions for the query 1, each as a curve over the key from
 * −2.5 to 2.5.
 */
export const sketch: Sketch = (engine) => {
  const keys = Array.from({ length: POINTS }, (_, i) => REACH * ((2 * i) / (POINTS - 1) - 1));
  const pair = {
    precision: 'float64',
    queries: ONE,
    keys: { shape: [POINTS, 1], data: keys },
  } as const;
  const points = (scores: ArrayLike<number>) =>
    keys.map((key, i) => [0.5 + key / REACH / 2, 0.7 + (scores[i] ?? 0) / 9] as const);
  const { data: dot } = engine.scaledDotScores(pair);
  const { data: gaussian } = engine.gaussianScores(pair);
  const { data: additive } = engine.additiveScores({
    ...pair,
    W_q: ONE,
    W_k: ONE,
    w_v: { shape: [1], data: [1] },
  });
  return svg`${curve(points(dot), 'key')}${curve(points(gaussian), 'query')}${curve(points(additive), 'output')}`;
};
