// SPDX-License-Identifier: MIT

import { type Caller, named } from './caller.ts';
import { Job } from './jobs.ts';
import type { Distribution } from './random.ts';

/** Options of `Saturation`. cpp/lab/saturation.hpp documents the ranges and formulas. */
export interface SaturationOptions {
  d: number;
  numKeys: number;
  distribution?: Distribution;
  mean?: number;
  variance?: number;
  seed?: number;
}

const SATURATION = [
  'divisor',
  'meanEntropy',
  'meanLargest',
  'meanJacobianNorm',
  'medianJacobianNorm',
  'meanGradientNorm',
  'medianGradientNorm',
  'saturatedShare',
] as const;

export interface SaturationResult {
  /** Number of queries drawn so far. */
  count: number;
  /** Statistics of the same draws with the dot products divided by 1, by √d and by d, in this order. */
  statistics: Record<(typeof SATURATION)[number], number>[];
}

/**
 * A Monte Carlo experiment on the softmax of random dot products q·k. If these are large, softmax saturates: its
 * gradient vanishes. `release` frees the experiment's memory.
 */
export class Saturation extends Job {
  constructor(caller: Caller, options: SaturationOptions) {
    caller.write('float64', {}, caller.choices('saturation', options));
    super(
      caller,
      caller.checked(() => caller.bindings.newSaturation()),
    );
  }

  result(): SaturationResult {
    const { object } = this;
    const tensors = this.caller.receiveAll('float64', () => object.result());
    return { count: this.count, statistics: tensors.map((part) => named(SATURATION, part)) };
  }
}
