// SPDX-License-Identifier: MIT
// Tests the lesson "scaling" without a page: the numbers of its scenes, the random samples of its page Verify, and its
// experiments, which measure claims of the source texts.
import { describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../web/src/engine/index.ts';
import { UNWATCHED } from '../../web/src/lessons/experiment.ts';
import { DISTANCES, experiments } from '../../web/src/lessons/scaling/claims.ts';
import { compute, over } from '../../web/src/lessons/scaling/compute.ts';
import { deviationOf } from '../../web/src/lessons/scaling/deviation.ts';
import { drawRows } from '../../web/src/lessons/scaling/draw.ts';
import { compute as computePairs } from '../../web/src/lessons/scaling/pairs.ts';
import { EXAMPLE, type State } from '../../web/src/lessons/scaling/state.ts';
import { ofMean, ofVariance } from '../../web/src/lessons/scaling/tolerances.ts';
import { measureAll } from './lessons.ts';

const state = (change: Partial<State>): State => ({ ...EXAMPLE, ...change });

/** Makes an engine count the Monte Carlo experiments (jobs) that it creates and releases. */
function counted(engine: Engine) {
  const count = { made: 0, released: 0 };
  const watch = <J extends { release(): void }>(job: J): J => {
    count.made++;
    const release = job.release.bind(job);
    job.release = () => {
      count.released++;
      job.release = release;
      release();
    };
    return job;
  };
  const own: Partial<Engine> = {
    newDotProductMoments: (options) => watch(engine.newDotProductMoments(options)),
    newSaturation: (options) => watch(engine.newSaturation(options)),
  };
  const counting = new Proxy(engine, {
    get: (target, name) => {
      const found = Reflect.get(own, name) ?? Reflect.get(target, name, target);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
  return { engine: counting, count };
}

const engine = await createEngine({ simd: 'simd' });
const { measured, verdicts } = await measureAll(experiments, engine);

const sumOf = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0);

describe('the scenes', () => {
  it('have scores whose measured width is the exact one, within the sampling error', () => {
    for (const d of [4, 16, 64, 200, 512]) {
      const { pairs, measured, widths, shares } = computePairs({ d, pair: 1 }, engine);
      expect(widths[0]).toBeCloseTo(Math.sqrt(d), 12);
      expect(widths[1]).toBeCloseTo(1, 12);
      expect(widths[2]).toBeCloseTo(1 / Math.sqrt(d), 12);
      // The excess kurtosis of a product of two normal numbers is 6.
      expect(Math.abs(measured ** 2 - d), `d = ${d}`).toBeLessThan(ofVariance(d, 6 / d, pairs));
      expect(sumOf(shares())).toBeGreaterThan(0.99);
      expect(sumOf(shares())).toBeLessThanOrEqual(1 + 1e-12);
    }
  });

  it('have pairs that keep their numbers when more are added', () => {
    const few = computePairs({ d: 5, pair: 7 }, engine);
    const many = computePairs({ d: 50, pair: 7 }, engine);
    const { query, key, products } = many.lists();
    expect(few.lists().query).toEqual(query.slice(0, 5));
    expect(few.lists().key).toEqual(key.slice(0, 5));
    expect(many.score).toBeCloseTo(sumOf(products), 12);
    expect(many.positive + many.negative).toBe(50);
    expect(computePairs({ d: 50, pair: 8 }, engine).score).not.toBe(many.score);
  });

  it('have the weights that softmax gives the divided scores', () => {
    const { row } = computePairs({ d: 512, pair: 1 }, engine);
    expect(row.scores).toHaveLength(10);
    for (const [i, divisor] of [1, Math.sqrt(512), 512].entries()) {
      const powers = row.scores.map((score) => Math.exp(score / divisor));
      const weights = row.weights[i] ?? [];
      for (const [key, power] of powers.entries())
        expect(weights[key]).toBeCloseTo(power / sumOf(powers), 12);
      const [first = 0, second = 0] = weights.toSorted((a, b) => b - a);
      expect((row.ratios[i] ?? 0) / (first / second)).toBeCloseTo(1, 9);
    }
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

describe('Verify of scaling', () => {
  it('has exact means, variances and deviations for each divisor, and draws near them', () => {
    const { dots } = compute(EXAMPLE, engine);
    expect(over(dots, 'none')).toMatchObject({ divisor: 1, expected: { mean: 0, variance: 64 } });
    expect(over(dots, 'sqrt_dk')).toMatchObject({ divisor: 8, expected: { variance: 1 } });
    expect(over(dots, 'dk')).toMatchObject({ divisor: 64, expected: { variance: 1 / 64 } });
    const byD = compute(state({ divisor: 'dk' }), engine);
    expect(byD.deviation).toBe(1 / 8);
    expect(byD.chosen).toEqual(over(dots, 'dk'));
  });

  it('computes roots in C++, and none of numbers that are no variance', () => {
    expect([64, 2, 0].map((variance) => deviationOf(engine, variance))).toEqual([8, Math.SQRT2, 0]);
    expect(deviationOf(engine, Number.NaN)).toBeNaN();
  });

  it('draws near the exact numbers for each distribution, and keeps nothing in the engine', () => {
    const { engine: own, count } = counted(engine);
    for (const distribution of ['normal', 'signs', 'uniform', 'laplace'] as const) {
      const { dots, rows } = compute(state({ distribution, d: 16, pairs: 2000 }), own);
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

  it('has no width if every pair gives the same number', () => {
    const { deviation, chosen } = compute(state({ distribution: 'signs', key: 'same' }), engine);
    expect(deviation).toBe(0);
    expect(chosen.measured).toMatchObject({ mean: 64, variance: 0 });
  });

  it('gives the verdicts, and the errata’s numbers within the sampling error', () => {
    expect(verdicts).toEqual({
      products: 'condition',
      means: 'condition',
      dropped: 'fails',
      sum: 'holds',
      index: 'fails',
      sigma: 'fails',
      normal: 'fails',
      scaled: 'holds',
      clt: 'condition',
      gradient: 'condition',
      flat: 'holds',
      unstable: 'holds',
    });
    expect(Math.abs(measured('sigma', 'byD') - 0.125)).toBeLessThan(0.003);
    expect(Math.abs(measured('index', 'one') - 2)).toBeLessThan(0.11);
    expect(Math.abs(measured('products', 'initial') - 1 / 9)).toBeLessThan(0.008);
    expect(measured('means', 'line46')).toBe(measured('means', 'line47'));
    expect(measured('normal', 'enough')).toBe(4);
    expect(measured('gradient', 'mean')).toBeGreaterThan(1);
    // Each of ten keys has a weight near 1/10, so the Jacobian J is nearly I/10 − 1/100, with
    // norm 0.3.
    expect(measured('gradient', 'flatByD')).toBeCloseTo(0.3, 2);
    expect(measured('flat', 'mean')).toBeLessThan(0.1);
  });

  it('sets states that show what the experiments measure', () => {
    const shown = (id: string) => {
      const found = experiments.find((one) => one.id === id)?.state ?? EXAMPLE;
      return compute(found, engine);
    };
    expect(shown('products').chosen.expected.mean).toBe(64);
    expect(shown('means').dots.products.expectedVariance).toBe(6);
    expect(shown('dropped').dots.products.expectedVariance).toBe(6);
    expect(shown('sum').chosen.measured.variance).toBe(measured('sum', 'scaled'));
    expect(shown('index').chosen.measured.variance).toBe(measured('index', 'one'));
    expect(shown('sigma').deviation).toBe(0.125);
    expect(deviationOf(engine, shown('sigma').chosen.measured.variance)).toBe(
      measured('sigma', 'byD'),
    );
    expect(shown('normal').chosen.measured.variance).toBe(measured('normal', 'signs'));
    expect(shown('scaled').chosen.toStandardNormal.distance).toBe(measured('scaled', 'distance'));
    expect(shown('clt').chosen.toExpected.distance).toBe(measured('clt', 'four'));
    const rowsOf = (id: string) => shown(id).rows().statistics;
    expect(rowsOf('gradient')[0]?.meanGradientNorm).toBe(measured('gradient', 'mean'));
    expect(rowsOf('flat')[1]?.meanJacobianNorm).toBe(measured('flat', 'scaledMean'));
    const [none] = rowsOf('unstable');
    expect((none?.medianGradientNorm ?? 0) / (none?.meanGradientNorm ?? 0)).toBe(
      measured('unstable', 'ratio'),
    );
  });
});

describe('the distance of q·k/√d to N(0, 1)', () => {
  /**
   * The distribution function of a symmetric distribution at x, from its characteristic function φ:
   * 1/2 + ∫ φ(t) sin(tx)/t dt/π over t > 0.
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

describe('a cancelled experiment', () => {
  it('returns no measurement and leaks nothing', async () => {
    const { engine, count } = counted(await createEngine());
    const abort = new AbortController();
    const run = { signal: abort.signal, onProgress: () => abort.abort() };
    for (const experiment of experiments)
      expect(await experiment.measure(engine, run), experiment.id).toBeUndefined();
    expect(count.released).toBe(count.made);
  });
});
