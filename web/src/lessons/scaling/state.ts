// SPDX-License-Identifier: MIT
import type { Distribution, DotProductOptions, SaturationOptions } from '../../engine/index.ts';

/** The divisors of q·k, in the order of the engine's results. */
export const DIVISORS = ['none', 'sqrt_dk', 'dk'] as const;
export type Divisor = (typeof DIVISORS)[number];

/** The number of keys in a row of softmax. */
export const NUM_KEYS = 10;

/** The number of rows of softmax that are drawn at random. */
export const ROWS = 400;

/** The inputs of the page Verify: how queries and keys are drawn, and the number by which q·k is divided. */
export interface State {
  /** The number of components of q and of k. */
  readonly d: number;
  readonly divisor: Divisor;
  readonly distribution: Distribution;
  /** Whether the key k has its own random components or equals the query q. */
  readonly key: 'own' | 'same';
  readonly correlation: number;
  readonly qMean: number;
  readonly qVariance: number;
  readonly kMean: number;
  readonly kVariance: number;
  readonly seed: number;
  /** The number of pairs (q, k) that are drawn. */
  readonly pairs: number;
}

/** The assumptions of the source documents, with the d of their examples. */
export const EXAMPLE: State = Object.freeze({
  d: 64,
  divisor: 'none',
  distribution: 'normal',
  key: 'own',
  correlation: 0,
  qMean: 0,
  qVariance: 1,
  kMean: 0,
  kVariance: 1,
  seed: 4,
  pairs: 10_000,
});

export function dotOptions(state: State): DotProductOptions {
  const { d, distribution, key, correlation, qMean, qVariance, kMean, kVariance, seed } = state;
  const sides = { qMean, qVariance, kMean, kVariance, correlation, same: key === 'same' };
  return { d, distribution, ...sides, seed };
}

/** The options for drawing the rows of softmax of a state. Components are independent, with mean 0 and variance 1. */
export const rowOptions = ({ d, distribution, seed }: State): SaturationOptions => ({
  ...{ d, distribution, seed },
  numKeys: NUM_KEYS,
});
