// SPDX-License-Identifier: MIT
import type { Caller } from './caller.ts';
import { type FloatArray, type Precision, sizeOf, type Tensor } from './tensor.ts';

/** What is drawn: each symmetric, with mean 0 and variance 1 before it is moved and stretched. */
export const DISTRIBUTIONS = ['normal', 'signs', 'uniform', 'laplace'] as const;
export type Distribution = (typeof DISTRIBUTIONS)[number];

export interface RandomInput<P extends Precision> {
  precision: P;
  shape: readonly number[];
  /** Whole numbers: the same seed and stream give the same numbers on every platform. */
  seed: number;
  stream?: number;
  /** `normal` unless given. */
  distribution?: Distribution;
  mean?: number;
  variance?: number;
}

export function random<P extends Precision>(
  caller: Caller,
  input: RandomInput<P>,
): Tensor<FloatArray<P>> {
  const { precision, shape, seed, stream = 0, mean = 0, variance = 1 } = input;
  const distribution = caller.choice('distribution', input.distribution ?? 'normal');
  // C++ counts to 2⁵³ − 1 and has no room for as many.
  const size = Math.min(sizeOf('shape', shape), Number.MAX_SAFE_INTEGER);
  const choices = [size, seed, stream, distribution, mean, variance];
  const { numbers } = caller.call(precision, 'random', ['numbers'], {}, choices);
  return { shape: [...shape], data: numbers.data };
}
