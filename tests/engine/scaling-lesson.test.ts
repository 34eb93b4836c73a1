// SPDX-License-Identifier: MIT
// Tests the lesson "scaling" without a page: the numbers of its scenes, the random samples of its page Verify, and its
// experiments, which measure claims of the source texts.
import { describe, expect, it, vi } from 'vitest';
import { createEngine, type Engine } from '../../web/src/engine/index.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { UNWATCHED } from '../../web/src/lessons/experiment.ts';
import { DISTANCES, experiments } from '../../web/src/lessons/scaling/claims.ts';
import { compute, numbersOf, over } from '../../web/src/lessons/scaling/compute.ts';
import { checksOf, isKept, ofVariance, STEPS } from '../../web/src/lessons/scaling/derivation.ts';
import { deviationOf } from '../../web/src/lessons/scaling/deviation.ts';
import {
  drawAll,
  drawRows,
  PLACES,
  type Place,
  sweep,
} from '../../web/src/lessons/scaling/draw.ts';
import { usualShare, widthAxis } from '../../web/src/lessons/scaling/histograms.ts';
import { compute as computePairs } from '../../web/src/lessons/scaling/pairs.ts';
import { predictions } from '../../web/src/lessons/scaling/predictions.ts';
import { Sampling } from '../../web/src/lessons/scaling/sampling.ts';
import { type Numbers, ScalingSession } from '../../web/src/lessons/scaling/session.ts';
import {
  dotOptions,
  drawsKey,
  fields,
  rowOptions,
  type State,
  with_ as state,
} from '../../web/src/lessons/scaling/state.ts';
import { readState } from '../../web/src/state/fields.ts';
import { measureAll } from './lessons.ts';

const i18n = await createI18n('en');
const DOCUMENT = state({});
const FEW = state({ d: 4, pairs: '2000' });

const replacing = (engine: Engine, methods: Partial<Engine>): Engine =>
  new Proxy(engine, {
    get: (target, name) => {
      const found = Reflect.get(methods, name) ?? Reflect.get(target, name, target);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });

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
  const own = replacing(engine, {
    newDotProductMoments: (options) => watch(engine.newDotProductMoments(options)),
    newSaturation: (options) => watch(engine.newSaturation(options)),
  });
  return { engine: own, count };
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
    const { dots } = compute(DOCUMENT, engine);
    expect(over(dots, 'none')).toMatchObject({ divisor: 1, expected: { mean: 0, variance: 64 } });
    expect(over(dots, 'sqrt_dk')).toMatchObject({ divisor: 8, expected: { variance: 1 } });
    expect(over(dots, 'dk')).toMatchObject({ divisor: 64, expected: { variance: 1 / 64 } });
    const byD = compute(state({ divisor: 'dk' }), engine);
    expect(byD.deviation.expected).toBe(1 / 8);
    expect(byD.deviation.measured ** 2).toBeCloseTo(byD.chosen.measured.variance, 14);
  });

  it('computes roots in C++, and none of numbers that are no variance', () => {
    expect([64, 2, 0].map((variance) => deviationOf(engine, variance))).toEqual([8, Math.SQRT2, 0]);
    expect(deviationOf(engine, Number.NaN)).toBeNaN();
  });

  it('draws the normal curve with its known heights', () => {
    const { normal } = compute(FEW, engine);
    const at = (z: number) => normal.densities[normal.places.indexOf(z)] as number;
    // The curve is the normal density without the tails beyond ±5, which have a probability of
    // 6e-7.
    expect(at(0)).toBeCloseTo(1 / Math.sqrt(2 * Math.PI), 6);
    expect(at(1)).toBeCloseTo(Math.exp(-0.5) / Math.sqrt(2 * Math.PI), 6);
    expect(at(-2)).toBe(at(2));
  });

  it('refines to the same numbers with any slices', async () => {
    const sampling = new Sampling(FEW, engine);
    const first = sampling.draws.dots.count;
    expect(first).toBeGreaterThan(0);
    await sampling.run(() => {});
    const { dots, rows } = sampling.draws;
    expect(sampling.done).toBe(1);
    sampling.release();
    const whole = await drawAll(engine, { at: { ...dotOptions(FEW), pairs: 2000 } }, UNWATCHED);
    expect(dots).toEqual(whole?.at);
    expect(rows).toEqual(await drawRows(engine, rowOptions(FEW), 100, UNWATCHED));
  });

  it('can stop and continue, and frees its memory while it runs and after', async () => {
    const { engine: own, count } = counted(engine);
    const sampling = new Sampling(state({ d: 512 }), own);
    const running = sampling.run(() => {});
    expect(sampling.isRunning).toBe(true);
    sampling.pause();
    await running;
    expect(sampling.isRunning).toBe(false);
    const before = sampling.draws.dots.count;
    expect(before).toBeLessThan(20_000);
    const drawn = new Promise<void>((resolve) => {
      const again = sampling.run(() => resolve());
      void again.then(() => expect(count.released).toBe(2));
    });
    await drawn;
    expect(sampling.draws.dots.count).toBeGreaterThan(before);
    expect(count).toEqual({ made: 2, released: 0 });
    sampling.release();
    await vi.waitFor(() => expect(count).toEqual({ made: 2, released: 2 }));
  });

  it('keeps every step while the assumptions hold, for each distribution', async () => {
    for (const distribution of ['normal', 'signs', 'uniform', 'laplace'] as const) {
      const at = state({ distribution, d: 16, pairs: '2000' });
      const sampling = new Sampling(at, engine);
      await sampling.run(() => {});
      const numbers = numbersOf(at, engine, sampling.draws);
      sampling.release();
      for (const step of STEPS.slice(0, 4))
        for (const check of checksOf(step, { state: at, numbers }))
          expect(isKept(check), `${distribution} ${step} ${check.id}`).toBe(true);
    }
  });

  it('marks the first step that a violated assumption affects, and the steps after it', () => {
    const broken = (change: Partial<State>) => {
      const at = state({ d: 4, ...change });
      const numbers = compute(at, engine);
      return STEPS.flatMap((step) =>
        checksOf(step, { state: at, numbers })
          .filter((check) => !isKept(check))
          .map(({ id }) => `${step} ${id}`),
      );
    };
    expect(broken({ kMean: 1 })).toEqual([
      'components kMean',
      ...['products', 'sum', 'scaled'].map((step) => `${step} variance`),
      'shape distance',
    ]);
    expect(broken({ key: 'same' }).slice(0, 3)).toEqual([
      'products mean',
      'products variance',
      'sum mean',
    ]);
    expect(broken({ correlation: 0.5 })[0]).toBe('products mean');
  });

  it('has no width if every pair gives the same number', () => {
    const numbers = compute(state({ distribution: 'signs', key: 'same' }), engine);
    expect(numbers.deviation).toEqual({ measured: 0, expected: 0 });
    expect(numbers.chosen.measured.mean).toBe(64);
    expect(usualShare(numbers.dots)).toBeLessThanOrEqual(1.1);
  });

  it('has the same peak for every d, so that only widths change', () => {
    for (const d of [4, 16, 256, 1024])
      expect(usualShare(compute(state({ d }), engine).dots), `d = ${d}`).toBe(0.14);
  });

  it('keeps its draws if only the divisor changes, and leaks none', async () => {
    const { engine: own, count } = counted(engine);
    const news = vi.fn();
    const session = new ScalingSession({
      ...{ news, language: () => 'en' },
      fail: (error) => expect.fail(String(error)),
    });
    const first: Numbers = session.compute(FEW, own);
    expect(first.sampling.isRunning).toBe(true);
    const other = session.compute({ ...FEW, divisor: 'sqrt_dk' }, own);
    expect(other.dots).toBe(first.dots);
    expect(count.made).toBe(2);
    await vi.waitFor(() => expect(session.compute(FEW, own).sampling.isRunning).toBe(false));
    expect(session.compute(FEW, own).dots.count).toBe(2000);
    session.compute({ ...FEW, d: 5 }, own);
    session.release();
    const told = news.mock.calls.length;
    await vi.waitFor(() => expect(count).toEqual({ made: 4, released: 4 }));
    expect(news.mock.calls.length).toBe(told);
  });

  it('reports draws that fail', async () => {
    const fail = vi.fn();
    const lost = new Error('lost');
    const session = new ScalingSession({ news: () => {}, fail, language: () => 'en' });
    const own = replacing(engine, {
      newSaturation: (options) => {
        const job = engine.newSaturation(options);
        const advance = job.advance.bind(job);
        let calls = 0;
        job.advance = (many) => {
          if (calls++ > 0) throw lost;
          return advance(many);
        };
        return job;
      },
    });
    session.compute(state({ pairs: '2000' }), own);
    await vi.waitFor(() => expect(fail).toHaveBeenCalledWith(lost));
    session.release();
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
      const found = experiments.find((one) => one.id === id)?.state ?? DOCUMENT;
      return compute(found, engine);
    };
    expect(shown('products').chosen.expected.mean).toBe(64);
    expect(shown('means').dots.products.expectedVariance).toBe(6);
    expect(shown('sum').chosen.expected.variance).toBe(1);
    expect(shown('index').chosen.expected.variance).toBe(2);
    expect(shown('sigma').deviation.expected).toBe(0.125);
    expect(shown('normal').chosen.expected.variance).toBe(64);
  });

  it('computes the answers to the predictions by drawing', () => {
    const right = predictions.map((one) => [one.id, one.measure(engine, i18n).right]);
    expect(Object.fromEntries(right)).toEqual({
      shape: 'same',
      gradient: 'median',
    });
  });

  it('draws the curves point by point, and stops between two slices', async () => {
    const { engine: own, count } = counted(engine);
    const abort = new AbortController();
    let places: readonly Place[] = [];
    const isWhole = await sweep(DOCUMENT, own, abort.signal, (drawn, done) => {
      expect(done).toBeLessThan(1);
      places = drawn;
      if (drawn.length === 3) abort.abort();
    });
    expect(isWhole).toBe(false);
    expect(places.map(({ d }) => d)).toEqual(PLACES.slice(0, 3));
    const distances = places.map(({ dots }) => over(dots, 'sqrt_dk').toStandardNormal.distance);
    expect(distances).toEqual([...distances].sort((a, b) => b - a));
    await vi.waitFor(() => expect(count.released).toBe(count.made));
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

describe('the axes', () => {
  it('are fixed while the width grows, so that d = 256 looks wider than d = 16', () => {
    for (const d of [1, 16, 256, 1024])
      expect(widthAxis('dot', 0, Math.sqrt(d)), `d = ${d}`).toEqual({ half: 80, isUsual: true });
    for (const deviation of [1 / 32, 1, 32])
      expect(widthAxis('logits', 0, deviation)).toEqual({ half: 5, isUsual: true });
  });

  it('extend to values outside, and are marked as extended', () => {
    expect(widthAxis('dot', 128, 16)).toEqual({ half: 320, isUsual: false });
    expect(widthAxis('logits', 8, Math.SQRT2)).toEqual({ half: 20, isUsual: false });
    expect(widthAxis('dot', 102_400, 100).half).toBeGreaterThan(102_400);
  });
});

describe('a state', () => {
  it('has a whole number of components and a whole seed from any link, and reports rounding', () => {
    const { state: read, problems } = readState(
      fields,
      new URLSearchParams('d=2.5&seed=3.2&divisor=dk'),
    );
    expect(read).toMatchObject({ d: 3, seed: 3, divisor: 'dk' });
    expect(problems).toMatchObject([
      { field: 'd', kind: 'not-whole', got: '2.5', used: '3' },
      { field: 'seed', kind: 'not-whole', got: '3.2', used: '3' },
    ]);
    expect(readState(fields, new URLSearchParams('d=5000')).problems).toMatchObject([
      { field: 'd', kind: 'out-of-range', used: '1024' },
    ]);
  });

  it('is drawn again only if the draws change', () => {
    expect(drawsKey(state({ divisor: 'dk', curve: 'entropy' }))).toBe(drawsKey(DOCUMENT));
    for (const change of [{ d: 65 }, { seed: 2 }, { key: 'same' }, { kMean: 1 }, { pairs: '2000' }])
      expect(drawsKey(state(change as Partial<State>)), JSON.stringify(change)).not.toBe(
        drawsKey(DOCUMENT),
      );
  });
});
