// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import { curve, type Sketch } from '../sketch.ts';

const POINTS = 33;

/** Operations grow as n², memory as n. The curves need no computation by the engine. */
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
