// SPDX-License-Identifier: MIT
import {
  DISTRIBUTIONS,
  type DotProductOptions,
  type DotProductResult,
  type Engine,
} from '../../engine/index.ts';
import { claim, type Experiment, type Measurement, reach } from '../experiment.ts';
import { ofDistance, ofMean, ofVariance } from './checks.ts';
import { deviationOf, over } from './compute.ts';
import { drawAll, drawRows, type Wanted } from './draw.ts';
import { NUM_KEYS, type State, with_ } from './state.ts';

const SEED = 4;
const at = (change: Partial<State>): State => with_({ seed: SEED, ...change });

/** A test with few components takes almost no time; one with 64 components takes 0.1 s. */
const MANY = 20_000;
const SOME = 10_000;

const draws = (d: number, pairs: number, more: Partial<DotProductOptions> = {}): Wanted => ({
  d,
  pairs,
  seed: SEED,
  ...more,
});

/** A measurement that draws its own dot products. */
const byDrawing =
  <Name extends string>(
    wanted: Readonly<Record<Name, Wanted>>,
    judge: (found: Readonly<Record<Name, DotProductResult>>, engine: Engine) => Measurement[],
  ): Experiment<State>['measure'] =>
  async (engine, run) => {
    const found = await drawAll(engine, wanted, run);
    return found && judge(found, engine);
  };

const raw = (found: DotProductResult) => over(found, 'none');
const bySqrt = (found: DotProductResult) => over(found, 'sqrt_dk');

/** Tolerances for the sampled mean and the sampled variance. */
const meanError = (found: DotProductResult, of = raw(found)) =>
  ofMean(of.expected.variance, found.count);
const varianceError = (found: DotProductResult, of = raw(found)) =>
  ofVariance(of.expected.variance, of.expected.excessKurtosis, found.count);

const products: Experiment<State> = {
  id: 'products',
  decides: ['000-13', '004-18', 'E-46'],
  state: at({ key: 'same' }),
  measure: byDrawing(
    {
      own: draws(1, MANY),
      same: draws(1, MANY, { same: true }),
      related: draws(1, MANY, { correlation: 0.5 }),
      initial: draws(1, MANY, { qVariance: 1 / 3, kVariance: 1 / 3 }),
    },
    ({ own, same, related, initial }) => [
      claim('mean', 0, own.products.mean, meanError(own)),
      claim('variance', 1, own.products.variance, varianceError(own)),
      reach('same', 0, same.products.mean, meanError(same)),
      reach('related', 0, related.products.mean, meanError(related)),
      reach('initial', 1, initial.products.variance, varianceError(initial)),
    ],
  ),
};

/** With means 1 and 2, this variance v of the components makes the variance of a product 1: v² + v·2² + v·1² = 1. */
const BACKWARDS = (Math.sqrt(29) - 5) / 2;
const MEANS = { qMean: 1, kMean: 2 };

const means: Experiment<State> = {
  id: 'means',
  decides: ['000-14'],
  state: at(MEANS),
  measure: byDrawing(
    {
      zero: draws(1, MANY),
      moved: draws(1, MANY, MEANS),
      back: draws(1, MANY, { ...MEANS, qVariance: BACKWARDS, kVariance: BACKWARDS }),
    },
    ({ zero, moved, back }) => [
      claim('zero', 1, zero.products.variance, varianceError(zero)),
      reach('line46', 6, moved.products.variance, varianceError(moved)),
      reach('line47', -3, moved.products.variance, varianceError(moved)),
      reach('back', 1, back.products.variance, varianceError(back)),
      reach('arrow', 1, back.queries.variance, varianceError(back)),
    ],
  ),
};

/** The step from line 46 to line 47, tested on its own. */
const dropped: Experiment<State> = {
  id: 'dropped',
  decides: ['E-07'],
  state: at(MEANS),
  measure: byDrawing({ zero: draws(1, MANY), moved: draws(1, MANY, MEANS) }, ({ zero, moved }) => [
    claim('moved', -3, moved.products.variance, varianceError(moved)),
    reach('zero', 1, zero.products.variance, varianceError(zero)),
  ]),
};

const sum: Experiment<State> = {
  id: 'sum',
  decides: ['000-15', '000-16', '003-23', '004-19'],
  state: at({ divisor: 'sqrt_dk' }),
  measure: byDrawing({ few: draws(4, MANY), many: draws(64, SOME) }, ({ few, many }) => [
    claim('meanFew', 0, raw(few).measured.mean, meanError(few)),
    claim('few', 4, raw(few).measured.variance, varianceError(few)),
    claim('meanMany', 0, raw(many).measured.mean, meanError(many)),
    claim('many', 64, raw(many).measured.variance, varianceError(many)),
    claim('scaled', 1, bySqrt(many).measured.variance, varianceError(many, bySqrt(many))),
  ]),
};

/** A sum from i = 0 to d_k has d_k + 1 terms. */
const index: Experiment<State> = {
  id: 'index',
  decides: ['000-11', 'E-05'],
  state: at({ d: 2 }),
  measure: byDrawing(
    { one: draws(1 + 1, MANY), four: draws(4 + 1, MANY), right: draws(4, MANY) },
    ({ one, four, right }) => [
      claim('mean', 0, raw(one).measured.mean, meanError(one)),
      claim('one', 1, raw(one).measured.variance, varianceError(one)),
      claim('four', 4, raw(four).measured.variance, varianceError(four)),
      reach('right', 4, raw(right).measured.variance, varianceError(right)),
    ],
  ),
};

/** Relative error of a standard deviation: half the relative error of the variance. */
const deviationError = (deviation: number, found: DotProductResult) =>
  (deviation * varianceError(found)) / raw(found).expected.variance / 2;

const sigma: Experiment<State> = {
  id: 'sigma',
  decides: ['000-10', 'E-04'],
  state: at({ divisor: 'dk' }),
  measure: byDrawing({ found: draws(64, SOME) }, ({ found }, engine) => {
    const deviation = (divisor: State['divisor']) =>
      deviationOf(engine, over(found, divisor).measured.variance);
    return [
      claim('mean', 0, raw(found).measured.mean, meanError(found)),
      claim('deviation', 64, deviation('none'), deviationError(8, found)),
      reach('variance', 64, raw(found).measured.variance, varianceError(found)),
      reach('byRoot', 1, deviation('sqrt_dk'), deviationError(1, found)),
      reach('byD', 1, deviation('dk'), deviationError(1 / 8, found)),
    ];
  }),
};

/** The variance does not require a normal distribution: other distributions give the same variance. */
const normal: Experiment<State> = {
  id: 'normal',
  decides: ['000-12', 'E-06'],
  state: at({ distribution: 'signs' }),
  measure: byDrawing(
    {
      normal: draws(64, SOME),
      signs: draws(64, SOME, { distribution: 'signs' }),
      uniform: draws(64, SOME, { distribution: 'uniform' }),
      laplace: draws(64, SOME, { distribution: 'laplace' }),
    },
    (found, engine) => {
      const sample = engine.random({
        precision: 'float64',
        shape: [SOME],
        seed: SEED,
        distribution: 'signs',
      });
      return [
        ...DISTRIBUTIONS.map((one) =>
          reach(one, 64, raw(found[one]).measured.variance, varianceError(found[one])),
        ),
        claim('component', 0, engine.ksDistance({ sample: sample.data }), ofDistance(SOME)),
      ];
    },
  ),
};

const scaled: Experiment<State> = {
  id: 'scaled',
  decides: ['000-17', '004-21'],
  state: at({ divisor: 'sqrt_dk' }),
  measure: byDrawing({ found: draws(64, SOME) }, ({ found }) => {
    const { measured, toStandardNormal } = bySqrt(found);
    return [
      claim('mean', 0, measured.mean, meanError(found, bySqrt(found))),
      claim('variance', 1, measured.variance, varianceError(found, bySqrt(found))),
      claim('distance', 0, toStandardNormal.distance, ofDistance(SOME)),
    ];
  }),
};

const clt: Experiment<State> = {
  id: 'clt',
  decides: ['004-20', 'E-47'],
  state: at({ d: 4, curve: 'distance' }),
  measure: byDrawing(
    { one: draws(1, SOME), four: draws(4, SOME), many: draws(16, SOME), most: draws(64, SOME) },
    ({ one, four, many, most }) => {
      const distance = (found: DotProductResult) => raw(found).toExpected.distance;
      return [
        reach('one', 0.109, distance(one), ofDistance(SOME)),
        reach('four', 0.037, distance(four), ofDistance(SOME)),
        reach('many', 0.01, distance(many), ofDistance(SOME)),
        claim('most', 0, distance(most), ofDistance(SOME)),
        reach('raw', 0, raw(most).toStandardNormal.distance, ofDistance(SOME)),
      ];
    },
  ),
};

const ROWS = 400;
const LARGE_D = 512;
/** Tolerance for "about 0". */
const NEARLY_NOTHING = 1e-3;
/**
 * ‖J‖ of a scaled row has a standard deviation of about 0.09; the median of 400 rows one of 1.25 · 0.09/√400 = 0.006.
 */
const MEDIAN_ERROR = 0.02;
/** Four standard errors of a share of 0.58 in 400 rows. */
const SHARE_ERROR = 0.1;
/** The ledger gives four decimals. */
const FOURTH_DIGIT = 5e-4;

const gradient: Experiment<State> = {
  id: 'gradient',
  decides: ['000-18', '002-08', '003-18', 'E-08'],
  state: at({ d: LARGE_D, curve: 'gradient' }),
  measure: async (engine, run) => {
    const options = { d: LARGE_D, numKeys: NUM_KEYS, seed: SEED };
    const found = await drawRows(engine, options, ROWS, run);
    if (found === undefined) return undefined;
    const [none, byRoot, byD] = found.statistics;
    return [
      claim('flat', 0, none?.medianJacobianNorm, NEARLY_NOTHING),
      claim('kept', 0.346, byRoot?.medianJacobianNorm, MEDIAN_ERROR),
      claim('keptGradient', 0.346, byRoot?.medianGradientNorm, MEDIAN_ERROR),
      reach('share', 0.58, none?.saturatedShare, SHARE_ERROR),
      reach('mean', 0, none?.meanGradientNorm, MEDIAN_ERROR),
      reach('byD', 0.0133, byD?.medianGradientNorm, FOURTH_DIGIT),
    ];
  },
};

/** The sampling error leaves three reliable digits; one more is shown. */
const DIGITS = 4;

export const experiments: readonly Experiment<State>[] = [
  products,
  means,
  dropped,
  sum,
  index,
  sigma,
  normal,
  scaled,
  clt,
  gradient,
].map((experiment) => ({
  ...experiment,
  measure: async (engine, run) => {
    const found = await experiment.measure(engine, run);
    return found?.map((one) => ({ ...one, digits: DIGITS }));
  },
}));
