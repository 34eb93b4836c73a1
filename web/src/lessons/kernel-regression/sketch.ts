// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import { curve, dots, type Sketch } from '../sketch.ts';

const KEYS = [51, 56, 58];
const VALUES = [40, 43, 48];
const [FROM, TO] = [48, 61];
const POINTS = 60;

const across = (key: number) => (key - FROM) / (TO - FROM);
const up = (value: number) => (value - 38) / 12;

/**
 * The picture of the lesson on the home page: the prediction curve for the three pairs in document 001 (a source text,
 * see web/src/ledger).
 */
export const sketch: Sketch = (engine) => {
  const queries = Array.from({ length: POINTS }, (_, i) => FROM + ((TO - FROM) * i) / (POINTS - 1));
  const { output } = engine.attention({
    precision: 'float64',
    queries: { shape: [POINTS, 1], data: queries },
    keys: { shape: [3, 1], data: KEYS },
    values: { shape: [3, 1], data: VALUES },
    score: 'gaussian',
  });
  const points = queries.map((query, i) => [across(query), up(output.data[i] ?? 0)] as const);
  const pairs = KEYS.map((key, i) => [across(key), up(VALUES[i] ?? 0)] as const);
  return svg`${curve(points, 'output')}${dots(pairs, 'key')}`;
};
