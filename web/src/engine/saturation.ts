// SPDX-License-Identifier: MIT
import { type Caller, named } from './caller.ts';
import { numberOf, numberOr } from './check.ts';
import { Job } from './jobs.ts';
import type { Distribution } from './random.ts';

/** cpp/attention/saturation.hpp has ranges and formulas. */
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
  /** Queries drawn so far. */
  count: number;
  /** Of the same draws divided by 1, √d and d. */
  statistics: Record<(typeof SATURATION)[number], number>[];
}

/** How softmax of q·k saturates, by Monte Carlo. `release` gives its memory back. */
export class Saturation extends Job {
  constructor(caller: Caller, options: SaturationOptions) {
    const choices = [
      numberOf('d', options.d),
      numberOf('numKeys', options.numKeys),
      caller.choice('distribution', options.distribution ?? 'normal'),
      numberOr('mean', options.mean, 0),
      numberOr('variance', options.variance, 1),
      numberOr('seed', options.seed, 0),
    ];
    caller.write('float64', {}, choices);
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
