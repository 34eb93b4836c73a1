// SPDX-License-Identifier: MIT

import { listLength, numberOr, tensorOf } from './arguments.ts';
import { type Caller, named, number } from './caller.ts';
import type { Floats, Precision, Tensor } from './tensor.ts';

export interface StandardiseInput<P extends Precision> {
  precision: P;
  /** The sample: all n entries of the tensor, regardless of its shape. */
  x: Tensor;
  /** 0 (default) or 1. The divisor of the variance is n − ddof. */
  ddof?: number;
}

export interface PairsInput<P extends Precision> {
  precision: P;
  /** Shape (T, d): T pairs of vectors with d components. */
  queries: Tensor;
  /** One key for each query, of shape (T, d). */
  keys: Tensor;
}

export interface KsInput {
  sample: ArrayLike<number>;
  /** Mean and variance of the normal distribution. Default: 0 and 1. */
  mean?: number;
  variance?: number;
}

export interface Standardised<P extends Precision> {
  mean: number;
  deviation: number;
  /** (x − mean)/deviation for each entry, with the shape of x. */
  z: Floats<P>;
  /** Population skewness of x. `skewnessZ` is that of z, and is equal except for rounding. */
  skewnessX: number;
  skewnessZ: number;
}

export interface SampleMoments {
  mean: number;
  /** Population variance, with divisor n. */
  variance: number;
  excessKurtosis: number;
}

/** The dot products of T pairs, and their moments after division by 1, √d and d. */
export interface PairedDots<P extends Precision> {
  /** The dot product of each pair, of shape (T, 1). */
  dots: Floats<P>;
  scaled: SampleMoments[];
}

/** The moments in the order of the module's response. */
export const MOMENTS = ['mean', 'variance', 'excessKurtosis'] as const;

export function standardise<P extends Precision>(
  caller: Caller,
  { precision, x, ddof }: StandardiseInput<P>,
): Standardised<P> {
  const parts = ['z', 'mean', 'deviation', 'skewnessX', 'skewnessZ'] as const;
  const { z, ...rest } = caller.call(precision, 'standardise', parts, { x: tensorOf('x', x) }, [
    numberOr('ddof', ddof, 0),
  ]);
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
  const answer = caller.call(precision, 'dotProductMoments', parts, {
    queries: tensorOf('queries', queries),
    keys: tensorOf('keys', keys),
  });
  const scaled = [answer.raw, answer.bySqrtD, answer.byD].map((part) => named(MOMENTS, part));
  return { dots: answer.dots, scaled };
}

/** The exact Kolmogorov–Smirnov distance between a sample and a normal distribution. */
export function ksDistance(caller: Caller, { sample, mean, variance }: KsInput): number {
  const tensors = { sample: { shape: [listLength('sample', sample)], data: sample } };
  caller.write('float64', tensors, [numberOr('mean', mean, 0), numberOr('variance', variance, 1)]);
  const call = () => caller.bindings.ksDistance64();
  return number(caller.receive('float64', ['distance'], call).distance);
}
