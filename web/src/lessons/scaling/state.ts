// SPDX-License-Identifier: MIT
import {
  DISTRIBUTIONS,
  type Distribution,
  type DotProductOptions,
  type SaturationOptions,
} from '../../engine/index.ts';
import {
  choiceField,
  initialState,
  numberField,
  type StateOf,
  seedField,
} from '../../state/fields.ts';

/** The divisors of q·k, in the order of the engine's results. */
export const DIVISORS = ['none', 'sqrt_dk', 'dk'] as const;
export type Divisor = (typeof DIVISORS)[number];

/** The numbers of pairs (q, k) that the reader can choose. They are strings, because the field is a choice. */
export const PAIRS = ['2000', '20000', '200000'] as const;

/** The number of keys in a row of softmax. */
export const NUM_KEYS = 10;

const MOST_COMPONENTS = 1024;

/** The values of the slider for d: powers of two, and the midpoints between them. */
const D_STOPS: readonly number[] = Array.from({ length: 10 }, (_, i) => 2 ** i)
  .flatMap((d) => (d === 1 ? [d] : [d, d * 1.5]))
  .concat(MOST_COMPONENTS);

const MEAN = { min: -10, max: 10 };
const VARIANCE = { min: 0, max: 25 };

export const fields = {
  /** The number of components of q and of k. */
  d: numberField(
    16,
    { min: 1, max: MOST_COMPONENTS },
    { integer: true, scale: 'log', stops: D_STOPS },
  ),
  divisor: choiceField('none', DIVISORS),
  distribution: choiceField<Distribution>('normal', DISTRIBUTIONS),
  /** Whether the key k has its own random components or equals the query q. */
  key: choiceField('own', ['own', 'same']),
  correlation: numberField(0, { min: -1, max: 1 }, { step: 0.05 }),
  qMean: numberField(0, MEAN, { step: 0.1 }),
  qVariance: numberField(1, VARIANCE, { step: 0.1 }),
  kMean: numberField(0, MEAN, { step: 0.1 }),
  kVariance: numberField(1, VARIANCE, { step: 0.1 }),
  seed: seedField(),
  pairs: choiceField('20000', PAIRS),
  /** The statistic that Verify (the lesson's second view) plots over d. */
  curve: choiceField('gradient', ['jacobian', 'gradient', 'entropy', 'largest', 'distance']),
};
export type State = StateOf<typeof fields>;

/** The state that the documents' claims are about (d = 64), with some changes. */
export const with_ = (change: Partial<State>): State =>
  Object.freeze({ ...initialState(fields), d: 64, ...change });

/**
 * Number of bins of a histogram, which covers ±5 standard deviations. If the components are ±1, q·k takes only every
 * second integer. With 40 bins and d = 64, 256 and so on, all bins contain equally many of these integers.
 */
const BINS = 40;

/** The fields of a state on which the random draws depend. */
export type Drawn = Omit<State, 'divisor' | 'pairs' | 'curve'>;

/** The options for drawing the dot products of a state. */
export function dotOptions(state: Drawn): DotProductOptions {
  const { d, distribution, key, correlation, qMean, qVariance, kMean, kVariance, seed } = state;
  const sides = { qMean, qVariance, kMean, kVariance, correlation, same: key === 'same' };
  return { d, distribution, ...sides, seed, bins: BINS };
}

/** The options for drawing the rows of softmax of a state. Components are independent, with mean 0 and variance 1. */
export function rowOptions({ d, distribution, seed }: Drawn): SaturationOptions {
  return { d, distribution, seed, numKeys: NUM_KEYS };
}

/** A string that is equal for states whose random draws are equal. */
export const drawsKey = (state: State): string => JSON.stringify([dotOptions(state), state.pairs]);
