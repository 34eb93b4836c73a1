// SPDX-License-Identifier: MIT

import { sidesOf, sizeOf } from './arguments.ts';
import type { Caller } from './caller.ts';
import type { Floats, Precision } from './tensor.ts';

/** Symmetric distributions. Each has mean 0 and variance 1 before `mean` and `variance` are applied. */
export const DISTRIBUTIONS = ['normal', 'signs', 'uniform', 'laplace'] as const;
export type Distribution = (typeof DISTRIBUTIONS)[number];

export interface RandomInput<P extends Precision> {
  precision: P;
  shape: readonly number[];
  /** A whole number, like `stream`. The same seed and stream give the same random numbers on all platforms. */
  seed: number;
  stream?: number;
  /** Default: `normal`. */
  distribution?: Distribution;
  mean?: number;
  variance?: number;
}

export function random<P extends Precision>(caller: Caller, input: RandomInput<P>): Floats<P> {
  const shape = sidesOf('shape', input.shape);
  const choices = [
    // The C++ code accepts counts up to 2⁵³ − 1. It reports OutOfMemory if there is not enough memory.
    Math.min(sizeOf(shape), Number.MAX_SAFE_INTEGER),
    ...caller.choices('random', input),
  ];
  const { numbers } = caller.call(input.precision, 'random', ['numbers'], {}, choices);
  return { shape, data: numbers.data };
}
