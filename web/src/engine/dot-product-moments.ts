// SPDX-License-Identifier: MIT
import { type Caller, named, number } from './caller.ts';
import { flagOr, numberOf, numberOr } from './check.ts';
import { Job } from './jobs.ts';
import { MOMENTS, type SampleMoments } from './moments.ts';
import type { Distribution } from './random.ts';
import type { Tensor } from './tensor.ts';

/** cpp/attention/dot_product_moments.hpp has ranges and formulas. */
export interface DotProductOptions {
  /** Components, 1 … 4096. */
  d: number;
  distribution?: Distribution;
  qMean?: number;
  qVariance?: number;
  kMean?: number;
  kVariance?: number;
  /** Of q_i with k_i, −1 … 1. */
  correlation?: number;
  /** k is q itself. */
  same?: boolean;
  seed?: number;
  /** Of the histogram, 80 unless given. */
  bins?: number;
}

/** A Kolmogorov–Smirnov distance: the exact one lies in [distance, distance + uncertainty]. */
export interface KsBounds {
  distance: number;
  uncertainty: number;
}

export interface ScaledDotProducts {
  divisor: number;
  measured: SampleMoments;
  expected: SampleMoments;
  /** (bins + 1) of the histogram */
  edges: Float64Array;
  /** Distance to the normal of the expected mean and variance. */
  toExpected: KsBounds;
  toStandardNormal: KsBounds;
}

export interface ComponentMoments {
  mean: number;
  variance: number;
  expectedMean: number;
  expectedVariance: number;
}

export interface DotProductResult {
  /** Pairs drawn so far. */
  count: number;
  /** Divided by 1, √d and d. */
  scaled: ScaledDotProducts[];
  /** Counts in the bins, the same for every divisor. */
  histogram: Float64Array;
  below: number;
  above: number;
  queries: ComponentMoments;
  keys: ComponentMoments;
  products: ComponentMoments;
}

/** q·k by Monte Carlo. `release` gives its memory back. */
export class DotProductMoments extends Job {
  constructor(caller: Caller, options: DotProductOptions) {
    const choices = [
      numberOf('d', options.d),
      caller.choice('distribution', options.distribution ?? 'normal'),
      numberOr('qMean', options.qMean, 0),
      numberOr('qVariance', options.qVariance, 1),
      numberOr('kMean', options.kMean, 0),
      numberOr('kVariance', options.kVariance, 1),
      numberOr('correlation', options.correlation, 0),
      flagOr('same', options.same, 0),
      numberOr('seed', options.seed, 0),
      numberOr('bins', options.bins, 80),
    ];
    caller.write('float64', {}, choices);
    super(
      caller,
      caller.checked(() => caller.bindings.newDotProductMoments()),
    );
  }

  result(): DotProductResult {
    const { object } = this;
    const tensors = this.caller.receiveAll('float64', () => object.result());
    const next = () => tensors.shift() as Tensor<Float64Array>;
    const bounds = () => named(['distance', 'uncertainty'], next());
    const scaled = Array.from({ length: 3 }, () => ({
      divisor: number(next()),
      measured: named(MOMENTS, next()),
      expected: named(MOMENTS, next()),
      edges: next().data,
      toExpected: bounds(),
      toStandardNormal: bounds(),
    }));
    const component = () => named(['mean', 'variance', 'expectedMean', 'expectedVariance'], next());
    return {
      scaled,
      histogram: next().data,
      ...named(['count', 'below', 'above'], next()),
      queries: component(),
      keys: component(),
      products: component(),
    };
  }
}
