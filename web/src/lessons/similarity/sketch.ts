// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import { arrow, type Sketch } from '../sketch.ts';

const QUERY = [0.8, 2];
const KEYS = [
  [2.6, 1.2],
  [-0.6, 2.2],
  [-2.4, 0.6],
];

const place = ([x = 0, y = 0]: readonly number[]) => [0.5 + x / 6, y / 2.4] as const;

/**
 * The picture of the lesson on the home page: a query and keys as arrows. The larger the dot product of a key with the
 * query, the thicker is the arrow of the key.
 */
export const sketch: Sketch = (engine) => {
  const { dots } = engine.angles({
    precision: 'float64',
    queries: { shape: [1, 2], data: QUERY },
    keys: { shape: [KEYS.length, 2], data: KEYS.flat() },
  });
  const keys = KEYS.map((key, i) => arrow(place(key), 'key', Math.max(dots.data[i] ?? 0, 0.6)));
  return svg`${keys}${arrow(place(QUERY), 'query', 2)}`;
};
