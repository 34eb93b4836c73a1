// SPDX-License-Identifier: MIT

import { type Caller, named, number } from './caller.ts';
import { Job } from './jobs.ts';
import { MOMENTS, type SampleMoments } from './moments.ts';
import type { Distribution } from './random.ts';
import type { Tensor } from './tensor.ts';

/** Options of `DotProductMoments`. cpp/lab/dot_product_moments.hpp documents the ranges and formulas. */
export interface DotProductOptions {
  /** Number of components of the query q and of the key k, from 1 to 4096. */
  d: number;
  distribution?: Distribution;
  qMean?: number;
  qVariance?: number;
  kMean?: number;
  kVariance?: number;
  /** Correlation of the components q_i and k_i, from −1 to 1. Default: 0. */
  correlation?: number;
  /** Whether the key equals the query, so that q·k = |q|². Default: false. */
  same?: boolean;
  seed?: number;
  /** Number of bins of the histogram. Default: 80. */
  bins?: number;
}

/**
 * Bounds of a sample's Kolmogorov–Smirnov distance, estimated from a histogram: the distance is in the interval
 * [distance, distance + uncertainty].
 */
export interface KsBounds {
  distance: number;
  uncertainty: number;
}

export interface ScaledDotProducts {
  divisor: number;
  measured: SampleMoments;
  expected: SampleMoments;
  /** The edges of the histogram's bins: `bins` + 1 numbers. */
  edges: Float64Array;
  /** The distance to the normal distribution with the expected mean and variance. */
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
  /** Number of pairs of a query and a key drawn so far. */
  count: number;
  /** Statistics of the dot products divided by 1, by √d and by d, in this order. */
  scaled: ScaledDotProducts[];
  /** Number of dot products in each bin. Equal for all divisors, because `edges` are divided like the dot products. */
  histogram: Float64Array;
  below: number;
  above: number;
  queries: ComponentMoments;
  keys: ComponentMoments;
  products: ComponentMoments;
}

/** A Monte Carlo experiment on the distribution of q·k for random vectors q and k. `release` frees its memory. */
export class DotProductMoments extends Job {
  constructor(caller: Caller, options: DotProductOptions) {
    caller.write('float64', {}, caller.choices('dotProducts', options));
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
