// SPDX-License-Identifier: MIT

import { sidesOf, sizeOf } from './arguments.ts';
import type { Caller } from './caller.ts';
import type { Floats, Precision } from './tensor.ts';

/** Distributions, all symmetric. Each has mean 0 and variance 1 before `mean` and `variance` are applied. */
export const DISTRIBUTIONS = ['normal', 'signs', 'uniform', 'laplace'] as const;
export type Distribution = (typeof DISTRIBUTIONS)[number];

export interface RandomInput<P extends Precision> {
  precision: P;
  shape: readonly number[];
  /** `seed` and `stream` are whole numbers. Equal pairs of them give equal numbers on all platforms. */
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
    // Limited to 2⁵³ − 1, the largest count that the C++ code accepts. For such a count it reports OutOfMemory.
    Math.min(sizeOf(shape), Number.MAX_SAFE_INTEGER),
    ...caller.choices('random', input),
  ];
  const { numbers } = caller.call(input.precision, 'random', ['numbers'], {}, choices);
  return { shape, data: numbers.data };
}
