// SPDX-License-Identifier: MIT
import {
  DISTRIBUTIONS,
  type Distribution,
  type DotProductOptions,
  type SaturationOptions,
} from '../../engine/index.ts';
import {
  choiceField,
  type Fields,
  numberField,
  type Problem,
  type Range,
  readState,
} from '../../state/fields.ts';

/** What q·k is divided by, in the order in which the engine answers. */
export const DIVISORS = ['none', 'sqrt_dk', 'dk'] as const;
export type Divisor = (typeof DIVISORS)[number];

/** Whether k has components of its own or is q itself. */
export const KEYS = ['own', 'same'] as const;
export type Key = (typeof KEYS)[number];

/** What the second picture draws over d. */
export const CURVES = ['jacobian', 'gradient', 'entropy', 'largest', 'distance'] as const;
export type Curve = (typeof CURVES)[number];

/** How many pairs are drawn; a name, as it is one of a few. */
export const PAIRS = ['2000', '20000', '200000'] as const;
export type Pairs = (typeof PAIRS)[number];

/** All that the lesson shows is computed from this. */
export interface State {
  /** Components of q and of k. */
  readonly d: number;
  readonly divisor: Divisor;
  readonly distribution: Distribution;
  readonly key: Key;
  readonly correlation: number;
  readonly qMean: number;
  readonly qVariance: number;
  readonly kMean: number;
  readonly kVariance: number;
  readonly seed: number;
  readonly pairs: Pairs;
  readonly curve: Curve;
}

export const D_RANGE: Range = { min: 1, max: 1024 };
export const CORRELATION_RANGE: Range = { min: -1, max: 1 };
export const MEAN_RANGE: Range = { min: -10, max: 10 };
export const VARIANCE_RANGE: Range = { min: 0, max: 25 };
export const SEED_RANGE: Range = { min: 0, max: 999_999 };

/** The keys among which a query's softmax shares its weight. */
export const NUM_KEYS = 10;

export const fields: Fields<State> = {
  d: numberField(64, D_RANGE),
  divisor: choiceField<Divisor>('none', DIVISORS),
  distribution: choiceField<Distribution>('normal', DISTRIBUTIONS),
  key: choiceField<Key>('own', KEYS),
  correlation: numberField(0, CORRELATION_RANGE),
  qMean: numberField(0, MEAN_RANGE),
  qVariance: numberField(1, VARIANCE_RANGE),
  kMean: numberField(0, MEAN_RANGE),
  kVariance: numberField(1, VARIANCE_RANGE),
  seed: numberField(1, SEED_RANGE),
  pairs: choiceField<Pairs>('20000', PAIRS),
  curve: choiceField<Curve>('gradient', CURVES),
};

const clamp = (x: number, { min, max }: Range): number => Math.min(Math.max(x, min), max);
const whole = (x: number, range: Range): number => clamp(Math.round(x), range);

/** The state as its own link would give it back: nothing on the page can leave the ranges. */
export function withinRanges(state: State): State {
  return Object.freeze({
    ...state,
    d: whole(state.d, D_RANGE),
    correlation: clamp(state.correlation, CORRELATION_RANGE),
    qMean: clamp(state.qMean, MEAN_RANGE),
    qVariance: clamp(state.qVariance, VARIANCE_RANGE),
    kMean: clamp(state.kMean, MEAN_RANGE),
    kVariance: clamp(state.kVariance, VARIANCE_RANGE),
    seed: whole(state.seed, SEED_RANGE),
  });
}

/** An even number of bins: for ±1 components and d a power of 4, each then holds as many values of q·k as the next. */
const BINS = 40;

/** What of a state decides the draws. */
export type Drawn = Omit<State, 'divisor' | 'pairs' | 'curve'>;

/** The dot products that a state asks for. */
export function dotOptions(state: Drawn): DotProductOptions {
  const { d, distribution, key, correlation, qMean, qVariance, kMean, kVariance, seed } = state;
  const sides = { qMean, qVariance, kMean, kVariance, correlation, same: key === 'same' };
  return { d, distribution, ...sides, seed, bins: BINS };
}

/** The rows of softmax that a state asks for: components are independent, with mean 0 and variance 1. */
export function rowOptions({ d, distribution, seed }: Drawn): SaturationOptions {
  return { d, distribution, seed, numKeys: NUM_KEYS };
}

/** The same where the same is drawn. */
export const drawsKey = (state: State): string => JSON.stringify([dotOptions(state), state.pairs]);

/** The sliders of d offer powers of two and what lies halfway. */
export const D_STOPS: readonly number[] = Array.from({ length: 10 }, (_, i) => 2 ** i)
  .flatMap((d) => (d === 1 ? [d] : [d, d * 1.5]))
  .concat(D_RANGE.max);

export function readLink(params: URLSearchParams): { state: State; problems: Problem[] } {
  const { state, problems } = readState(fields, params);
  return { state: withinRanges(state), problems };
}
