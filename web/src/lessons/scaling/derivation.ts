// SPDX-License-Identifier: MIT
// The steps of the derivation of Var(q·k). For each, compares the predicted numbers with exact and sampled ones, with
// tolerances for the sampling error.
import { agrees } from '../experiment.ts';
import { type Drawing, over } from './compute.ts';
import type { State } from './state.ts';

/** Number of standard errors in the tolerances. 99.9 % of normally distributed samples are within them. */
const SURE = 3.29;

/** Tolerance for the mean of `count` draws. Its standard error is √(variance/count). */
export const ofMean = (variance: number, count: number): number =>
  SURE * Math.sqrt(variance / count);

/**
 * Tolerance for the variance of `count` draws. Its standard error is variance · √((excess kurtosis + 2)/count). The
 * second term is the bias from using the sampled mean instead of the true one.
 */
export const ofVariance = (variance: number, excessKurtosis: number, count: number): number =>
  variance * (SURE * Math.sqrt(Math.max(excessKurtosis + 2, 0) / count) + SURE ** 2 / count);

/**
 * Upper bound for the Kolmogorov–Smirnov distance of `count` draws from their own distribution. It holds with a
 * probability of 99.9 %.
 */
export const ofDistance = (count: number): number => 1.95 / Math.sqrt(count);

export const STEPS = ['components', 'products', 'sum', 'scaled', 'shape'] as const;
export type Step = (typeof STEPS)[number];

/**
 * A number of a step: the value that the derivation predicts (`said`), the exact value for the current state, and the
 * sampled value (`drawn`).
 */
export interface Check {
  readonly id: 'qMean' | 'qVariance' | 'kMean' | 'kVariance' | 'mean' | 'variance' | 'distance';
  readonly said: number;
  /** The exact value. NaN if there is no formula for this number. */
  readonly exact: number;
  readonly drawn: number;
  readonly tolerance: number;
}

/** The Laplace distribution has the largest excess kurtosis of the distributions that the reader can choose. */
const LARGEST_KURTOSIS = 3;

const pair = (
  [mean, variance]: readonly [Check['id'], Check['id']],
  said: { mean: number; variance: number },
  exact: { mean: number; variance: number },
  drawn: { mean: number; variance: number },
  count: number,
  excessKurtosis: number,
): Check[] => [
  {
    id: mean,
    said: said.mean,
    exact: exact.mean,
    drawn: drawn.mean,
    tolerance: ofMean(exact.variance, count),
  },
  {
    id: variance,
    said: said.variance,
    exact: exact.variance,
    drawn: drawn.variance,
    tolerance: ofVariance(exact.variance, excessKurtosis, count),
  },
];

const STANDARD = { mean: 0, variance: 1 };

/** The numbers of a step of the derivation: predicted, exact and sampled. */
export function checksOf(
  step: Step,
  { state, numbers }: { state: State; numbers: Drawing },
): Check[] {
  const { dots } = numbers;
  const { count } = dots;
  const components = count * state.d;
  const [raw, byRoot] = [over(dots, 'none'), over(dots, 'sqrt_dk')];
  const expectedOf = (part: { expectedMean: number; expectedVariance: number }) => ({
    mean: part.expectedMean,
    variance: part.expectedVariance,
  });
  const { excessKurtosis } = raw.expected;
  switch (step) {
    case 'components':
      return [
        ...pair(
          ['qMean', 'qVariance'],
          STANDARD,
          expectedOf(dots.queries),
          dots.queries,
          components,
          LARGEST_KURTOSIS,
        ),
        ...pair(
          ['kMean', 'kVariance'],
          STANDARD,
          expectedOf(dots.keys),
          dots.keys,
          components,
          LARGEST_KURTOSIS,
        ),
      ];
    case 'products':
      return pair(
        ['mean', 'variance'],
        STANDARD,
        expectedOf(dots.products),
        dots.products,
        components,
        excessKurtosis * state.d,
      );
    case 'sum':
      return pair(
        ['mean', 'variance'],
        { mean: 0, variance: state.d },
        raw.expected,
        raw.measured,
        count,
        excessKurtosis,
      );
    case 'scaled':
      return pair(
        ['mean', 'variance'],
        STANDARD,
        byRoot.expected,
        byRoot.measured,
        count,
        excessKurtosis,
      );
    case 'shape':
      return [
        {
          id: 'distance',
          said: 0,
          exact: Number.NaN,
          drawn: byRoot.toStandardNormal.distance,
          tolerance: ofDistance(count),
        },
      ];
  }
}

/** Whether the sampled number agrees with the derivation's prediction within its tolerance. */
export const isKept = (check: Check): boolean =>
  agrees({ ...check, expected: check.said, computed: check.drawn, tests: 'claim' });
