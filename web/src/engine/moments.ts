// SPDX-License-Identifier: MIT
import type { JobHandle } from '#wasm/simd';
import { type Caller, number } from './caller.ts';
import { Handle } from './handle.ts';
import type { FloatArray, Precision, Tensor } from './wire.ts';

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

export interface StandardiseInput<P extends Precision> {
  precision: P;
  /** All its entries are one sample. */
  x: Tensor;
  /** Taken from n in the deviation’s divisor: 0 (default) or 1. */
  ddof?: number;
}

export interface PairsInput<P extends Precision> {
  precision: P;
  /** (T, d) */
  queries: Tensor;
  /** (T, d) */
  keys: Tensor;
}

export interface KsInput {
  sample: ArrayLike<number>;
  /** Of the normal; 0 and 1 unless given. */
  mean?: number;
  variance?: number;
}

export interface Standardised<P extends Precision> {
  mean: number;
  deviation: number;
  /** (x − mean)/deviation, shaped like x */
  z: Tensor<FloatArray<P>>;
  /** Population skewness of x, and of z: the same but for rounding. */
  skewnessX: number;
  skewnessZ: number;
}

export interface SampleMoments {
  mean: number;
  /** Divided by n. */
  variance: number;
  excessKurtosis: number;
}

/** Dot products of given pairs, and their moments divided by 1, √d and d. */
export interface PairedDots<P extends Precision> {
  /** (T, 1) */
  dots: Tensor<FloatArray<P>>;
  scaled: SampleMoments[];
}

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

const named = <Name extends string>(names: readonly Name[], { data }: Tensor) =>
  Object.fromEntries(names.map((name, i) => [name, data[i]])) as Record<Name, number>;

const MOMENTS = ['mean', 'variance', 'excessKurtosis'] as const;

export function random<P extends Precision>(
  caller: Caller,
  input: RandomInput<P>,
): Tensor<FloatArray<P>> {
  const { precision, shape, seed, stream = 0, mean = 0, variance = 1 } = input;
  const distribution = caller.choice('distribution', input.distribution ?? 'normal');
  const size = shape.reduce((product, side) => product * side, 1);
  const call = { seed, stream, distribution, mean, variance };
  const { numbers } = caller.call(precision, 'random', ['numbers'], {}, 1, size, call);
  return { shape: [...shape], data: numbers.data };
}

export function standardise<P extends Precision>(
  caller: Caller,
  { precision, x, ddof = 0 }: StandardiseInput<P>,
): Standardised<P> {
  const parts = ['z', 'mean', 'deviation', 'skewnessX', 'skewnessZ'] as const;
  const { z, ...rest } = caller.call(precision, 'standardise', parts, { x }, ddof);
  return {
    z,
    mean: number(rest.mean),
    deviation: number(rest.deviation),
    skewnessX: number(rest.skewnessX),
    skewnessZ: number(rest.skewnessZ),
  };
}

export function dotProductMoments<P extends Precision>(
  caller: Caller,
  { precision, queries, keys }: PairsInput<P>,
): PairedDots<P> {
  const parts = ['dots', 'raw', 'bySqrtD', 'byD'] as const;
  const answer = caller.call(precision, 'dotProductMoments', parts, { queries, keys });
  const scaled = [answer.raw, answer.bySqrtD, answer.byD].map((part) => named(MOMENTS, part));
  return { dots: answer.dots, scaled };
}

/** Kolmogorov–Smirnov distance of a sample to a normal, exact. */
export function ksDistance(caller: Caller, { sample, mean = 0, variance = 1 }: KsInput): number {
  caller.write('float64', { sample: { shape: [sample.length], data: sample } });
  const call = () => caller.bindings.ksDistance64(mean, variance);
  return number(caller.receive('float64', ['distance'], call).distance);
}

/** An experiment that draws more and more: `advance` in slices of any size, then look at `result`. */
abstract class Job extends Handle<JobHandle> {
  /** Draws `count` more. */
  advance(count: number): void {
    this.caller.checked(() => this.object.advance(count));
  }

  /** How many were drawn so far. */
  get count(): number {
    return this.object.count();
  }
}

/** q·k by Monte Carlo. `release` gives its memory back. */
export class DotProductMoments extends Job {
  constructor(caller: Caller, options: DotProductOptions) {
    const { d, qMean = 0, qVariance = 1, kMean = 0, kVariance = 1 } = options;
    const { correlation = 0, same = false, seed = 0, bins = 80 } = options;
    const distribution = caller.choice('distribution', options.distribution ?? 'normal');
    const sides = { qMean, qVariance, kMean, kVariance, correlation, same };
    super(caller, (bindings) =>
      bindings.newDotProductMoments({ d, distribution, ...sides, seed, bins }),
    );
  }

  result(): DotProductResult {
    const tensors = this.caller.receiveAll('float64', () => this.object.result());
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

/** How softmax of q·k saturates, by Monte Carlo. `release` gives its memory back. */
export class Saturation extends Job {
  constructor(caller: Caller, options: SaturationOptions) {
    const { d, numKeys, mean = 0, variance = 1, seed = 0 } = options;
    const distribution = caller.choice('distribution', options.distribution ?? 'normal');
    super(caller, (bindings) =>
      bindings.newSaturation({ d, numKeys, distribution, mean, variance, seed }),
    );
  }

  result(): SaturationResult {
    const tensors = this.caller.receiveAll('float64', () => this.object.result());
    return { count: this.count, statistics: tensors.map((part) => named(SATURATION, part)) };
  }
}
