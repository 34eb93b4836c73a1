// SPDX-License-Identifier: MIT
// Tests the lesson "scaling" without a page: the numbers of its scenes, and the random samples of its page Verify.
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { UNWATCHED } from '../../web/src/lessons/experiment.ts';
import { largestDifference } from '../../web/src/lessons/matrix.ts';
import { DISTANCES } from '../../web/src/lessons/scaling/claims.ts';
import { compute, drawRows, over } from '../../web/src/lessons/scaling/compute.ts';
import { compute as computePairs } from '../../web/src/lessons/scaling/pairs.ts';
import { EXAMPLE } from '../../web/src/lessons/scaling/state.ts';
import { ofMean, ofVariance } from '../../web/src/lessons/tolerances.ts';
import { counted } from './lessons.ts';
import { sumOf } from './support.ts';

const engine = await createEngine({ simd: 'simd' });

describe('the scenes', () => {
  it('have scores whose measured width is the exact one, within the sampling error', () => {
    for (const d of [4, 64, 512]) {
      const { pairs, measured, widths, shares } = computePairs({ d, pair: 1 }, engine);
      expect(largestDifference(widths, [Math.sqrt(d), 1, 1 / Math.sqrt(d)])).toBeLessThan(1e-12);
      // The excess kurtosis of a product of two normal numbers is 6, that of a sum of d such products 6/d.
      expect(Math.abs(measured ** 2 - d), `d = ${d}`).toBeLessThan(ofVariance(d, 6 / d, pairs));
      expect(sumOf(shares())).toBeGreaterThan(0.99);
      expect(sumOf(shares())).toBeLessThanOrEqual(1 + 1e-12);
    }
  });

  it('have pairs that keep their numbers when more are added', () => {
    const few = computePairs({ d: 5, pair: 7 }, engine).lists();
    const many = computePairs({ d: 50, pair: 7 }, engine);
    const { query, key, products } = many.lists();
    expect([few.query, few.key]).toEqual([query.slice(0, 5), key.slice(0, 5)]);
    expect(many.score).toBeCloseTo(sumOf(products), 12);
    expect(many.positive + many.negative).toBe(50);
    expect(computePairs({ d: 50, pair: 8 }, engine).score).not.toBe(many.score);
  });

  it('have the gradients of the experiments’ first queries, and keep nothing in the engine', async () => {
    const { engine: own, count } = counted(engine);
    const { gradients } = computePairs({ d: 512, pair: 1 }, own);
    const found = await drawRows(engine, { d: 512, numKeys: 10, seed: 4 }, 100, UNWATCHED);
    expect(gradients.medians).toEqual(found?.statistics.map((one) => one.medianGradientNorm));
    expect(gradients.means).toEqual(found?.statistics.map((one) => one.meanGradientNorm));
    expect(computePairs({ d: 4, pair: 1 }, own).gradients).toBe(gradients);
    expect(count.made).toBeGreaterThan(0);
    expect(count.released).toBe(count.made);
  });
});

it('Verify draws near the exact numbers for each distribution, and keeps nothing in the engine', () => {
  const { engine: own, count } = counted(engine);
  for (const distribution of ['normal', 'signs', 'uniform', 'laplace'] as const) {
    const { dots, rows } = compute({ ...EXAMPLE, distribution, d: 16, pairs: 2000 }, own);
    const { measured, expected } = over(dots, 'none');
    const { variance, excessKurtosis } = expected;
    expect(dots.count).toBe(2000);
    expect(Math.abs(measured.mean), distribution).toBeLessThan(ofMean(variance, 2000));
    expect(Math.abs(measured.variance - 16), distribution).toBeLessThan(
      ofVariance(variance, excessKurtosis, 2000),
    );
    expect(rows()).toBe(rows());
    expect(rows().count).toBe(400);
  }
  expect(count).toEqual({ made: 8, released: 8 });
});

describe('the distance of q·k/√d to N(0, 1)', () => {
  /**
   * The distribution function of a symmetric distribution at x, from its characteristic function φ:
   * 1/2 + (1/π) ∫ φ(t) sin(tx)/t dt over t > 0. The sum ends at t = `end`.
   */
  const cdf = (x: number, phi: (t: number) => number, end: number) => {
    const step = 0.005;
    let sum = x / 2;
    for (let t = step; t < end; t += step) sum += (Math.sin(t * x) / t) * phi(t);
    return 0.5 + (sum * step) / Math.PI;
  };
  const normal = (t: number) => Math.exp((-t * t) / 2);

  it.each([
    ['one', 1, 400],
    ['four', 4, 100],
    ['many', 16, 20],
  ] as const)('is exact for %s: d = %d', (id, d, end) => {
    const product = (t: number) => (1 + (t * t) / d) ** (-d / 2);
    const gaps = Array.from({ length: 100 }, (_, i) => {
      const x = (i + 1) / 100;
      return Math.abs(cdf(x, product, end) - cdf(x, normal, 10));
    });
    expect(Math.max(...gaps)).toBeCloseTo(DISTANCES[id], 4);
  });
});
