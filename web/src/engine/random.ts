// SPDX-License-Identifier: MIT
import type { Caller } from './caller.ts';
import { numberOf, numberOr, sidesOf, sizeOf } from './check.ts';
import type { FloatArray, Precision, Tensor } from './tensor.ts';

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
  const shape = sidesOf('shape', input.shape);
  const choices = [
    // C++ counts to 2⁵³ − 1 and has no room for as many.
    Math.min(sizeOf(shape), Number.MAX_SAFE_INTEGER),
    numberOf('seed', input.seed),
    numberOr('stream', input.stream, 0),
    caller.choice('distribution', input.distribution ?? 'normal'),
    numberOr('mean', input.mean, 0),
    numberOr('variance', input.variance, 1),
  ];
  const { numbers } = caller.call(input.precision, 'random', ['numbers'], {}, choices);
  return { shape, data: numbers.data };
}
