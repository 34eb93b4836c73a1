// SPDX-License-Identifier: MIT
import {
  DISTRIBUTIONS,
  type DotProductOptions,
  type DotProductResult,
  type Engine,
} from '../../engine/index.ts';
import {
  agrees,
  claim,
  type Experiment,
  experimentsOf,
  type Measurement,
  probe,
  reach,
  withDigits,
} from '../experiment.ts';
import { deviationOf } from '../matrix.ts';
import { ofDistance, ofMean, ofVariance } from '../tolerances.ts';
import { rowProbes } from './claims-rows.ts';
import { drawAll, over, type Wanted } from './compute.ts';
import { EXAMPLE, type State } from './state.ts';

const at = (change: Partial<State>): State => Object.freeze({ ...EXAMPLE, ...change });

/** Numbers of drawn pairs: `MANY` for few components, `SOME` for 64, for which drawing takes 0.1 s. */
const MANY = 20_000;
const SOME = EXAMPLE.pairs;

const draws = (d: number, pairs: number, more: Partial<DotProductOptions> = {}): Wanted => ({
  d,
  pairs,
  seed: EXAMPLE.seed,
  ...more,
});

/** Creates the `measure` function of an experiment that draws its own dot products. */
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

/** Tolerances for the sampled mean and the sampled variance, which 99.9 % of samples meet (see tolerances.ts). */
const meanError = (found: DotProductResult, of = raw(found)) =>
  ofMean(of.expected.variance, found.count);
const varianceError = (found: DotProductResult, of = raw(found)) =>
  ofVariance(of.expected.variance, of.expected.excessKurtosis, found.count);

const products = probe(
  at({ key: 'same' }),
  byDrawing(
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
);

/**
 * The components of queries have mean 1, the components of keys mean 2. If all have this variance v, a product q_i k_i
 * has variance 1: v solves v² + v·2² + v·1² = 1.
 */
const BACKWARDS = (Math.sqrt(29) - 5) / 2;
const MEANS = { qMean: 1, kMean: 2 };

const means = probe(
  at(MEANS),
  byDrawing(
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
);

/** Tests line 47 of document 000 (web/src/ledger): a formula for the variance of q_i k_i that requires means of 0. */
const dropped = probe(
  at(MEANS),
  byDrawing({ zero: draws(1, MANY), moved: draws(1, MANY, MEANS) }, ({ zero, moved }) => [
    claim('moved', -3, moved.products.variance, varianceError(moved)),
    reach('zero', 1, zero.products.variance, varianceError(zero)),
  ]),
);

const sum = probe(
  at({ divisor: 'sqrt_dk' }),
  byDrawing({ few: draws(4, MANY), many: draws(64, SOME) }, ({ few, many }) => [
    claim('meanFew', 0, raw(few).measured.mean, meanError(few)),
    claim('few', 4, raw(few).measured.variance, varianceError(few)),
    claim('meanMany', 0, raw(many).measured.mean, meanError(many)),
    claim('many', 64, raw(many).measured.variance, varianceError(many)),
    claim('scaled', 1, bySqrt(many).measured.variance, varianceError(many, bySqrt(many))),
  ]),
);

/** Tests a sum in a source text that runs from i = 0 to d_k, so it has d_k + 1 terms instead of d_k. */
const index = probe(
  at({ d: 2, pairs: MANY }),
  byDrawing(
    { one: draws(1 + 1, MANY), four: draws(4 + 1, MANY), right: draws(4, MANY) },
    ({ one, four, right }) => [
      claim('mean', 0, raw(one).measured.mean, meanError(one)),
      claim('one', 1, raw(one).measured.variance, varianceError(one)),
      claim('four', 4, raw(four).measured.variance, varianceError(four)),
      reach('right', 4, raw(right).measured.variance, varianceError(right)),
    ],
  ),
);

/** Tolerance for a standard deviation, whose relative error is half the relative error of the variance. */
const deviationError = (deviation: number, found: DotProductResult) =>
  (deviation * varianceError(found)) / raw(found).expected.variance / 2;

const sigma = probe(
  at({ divisor: 'dk' }),
  byDrawing({ found: draws(64, SOME) }, ({ found }, engine) => {
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
);

/** Tests whether q·k has the variance d only for normal components. If so, other distributions give other variances. */
const normal = probe(
  at({ distribution: 'signs' }),
  byDrawing(
    {
      normal: draws(64, SOME),
      signs: draws(64, SOME, { distribution: 'signs' }),
      uniform: draws(64, SOME, { distribution: 'uniform' }),
      laplace: draws(64, SOME, { distribution: 'laplace' }),
    },
    (found) => {
      const variances = DISTRIBUTIONS.map((one) =>
        reach(one, 64, raw(found[one]).measured.variance, varianceError(found[one])),
      );
      return [...variances, claim('enough', 1, variances.filter(agrees).length)];
    },
  ),
);

const scaled = probe(
  at({ divisor: 'sqrt_dk' }),
  byDrawing({ found: draws(64, SOME) }, ({ found }) => {
    const { measured, toStandardNormal } = bySqrt(found);
    return [
      claim('mean', 0, measured.mean, meanError(found, bySqrt(found))),
      claim('variance', 1, measured.variance, varianceError(found, bySqrt(found))),
      claim('distance', 0, toStandardNormal.distance, ofDistance(SOME)),
    ];
  }),
);

/** Number of draws that makes the sampling error smaller than the distance at d = 16. */
const VERY_MANY = 100_000;
/**
 * The exact Kolmogorov–Smirnov distance of q·k/√d to N(0, 1) at d = 1, 4 and 16: the largest gap between Φ and the
 * distribution function whose characteristic function is (1 + t²/d)^(−d/2).
 */
export const DISTANCES = { one: 0.1075, four: 0.0333, many: 0.0086 } as const;

const clt = probe(
  at({ d: 4, pairs: VERY_MANY }),
  byDrawing(
    {
      one: draws(1, VERY_MANY),
      four: draws(4, VERY_MANY),
      many: draws(16, VERY_MANY),
      most: draws(64, VERY_MANY),
    },
    ({ one, four, many, most }) => {
      const distance = (found: DotProductResult) => raw(found).toExpected.distance;
      const error = ofDistance(VERY_MANY);
      return [
        reach('one', DISTANCES.one, distance(one), error),
        reach('four', DISTANCES.four, distance(four), error),
        reach('many', DISTANCES.many, distance(many), error),
        claim('most', 0, distance(most), error),
        reach('raw', 0, raw(most).toStandardNormal.distance, error),
      ];
    },
  ),
);

/** Number of displayed digits. Three digits are reliable despite the sampling error; one more is shown. */
const DIGITS = 4;

export const experiments = withDigits(
  DIGITS,
  experimentsOf<State>({
    ...{ products, means, dropped, sum, index, sigma, normal, scaled, clt },
    ...rowProbes,
  }),
);
