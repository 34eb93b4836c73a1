// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import type { Engine } from '../../engine/index.ts';
import { curve, type Sketch } from '../sketch.ts';

const PAIRS = 4000;
const REACH = 12;

/** The density of dot products of random vectors, from -REACH to REACH. */
function density(engine: Engine, d: number) {
  const job = engine.newDotProductMoments({ d, seed: 1, bins: 40 });
  try {
    job.advance(PAIRS);
    const { scaled, histogram } = job.result();
    const edges = scaled[0]?.edges ?? [];
    return Array.from(histogram, (count, i) => {
      const [low, high] = [edges[i] ?? 0, edges[i + 1] ?? 0];
      return [(low + high) / 2, count / PAIRS / (high - low)] as const;
    }).filter(([x]) => Math.abs(x) < REACH);
  } finally {
    job.release();
  }
}

/**
 * The picture of the lesson on the home page: the densities of dot products of vectors with 4 and with 16 components.
 * More components would take longer to draw, and block the home page.
 */
export const sketch: Sketch = (engine) => {
  const all = [density(engine, 4), density(engine, 16)] as const;
  const most = Math.max(...all.flat().map(([, y]) => y));
  const [narrow, wide] = all.map((points) =>
    points.map(([x, y]) => [0.5 + x / REACH / 2, y / most] as const),
  );
  return svg`${curve(narrow ?? [], 'key')}${curve(wide ?? [], 'query')}`;
};
