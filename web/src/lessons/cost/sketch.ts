// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import { curve, type Sketch } from '../sketch.ts';

const POINTS = 33;

/**
 * Two curves: the number of operations, which grows as n², and the memory of streaming attention, which grows as n.
 * They need no engine.
 */
export const sketch: Sketch = () => {
  const shares = Array.from({ length: POINTS }, (_, i) => i / (POINTS - 1));
  return svg`
    ${curve(
      shares.map((n) => [n, n ** 2] as const),
      'query',
    )}
    ${curve(
      shares.map((n) => [n, n / 8] as const),
      'key',
    )}`;
};
