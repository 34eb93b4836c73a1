// SPDX-License-Identifier: MIT
import { type Caller, named, number } from './caller.ts';
import { listLength, numberOr, tensorOf } from './check.ts';
import type { FloatArray, Precision, Tensor } from './tensor.ts';

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

/** The moments in the order in which they cross. */
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

/** Kolmogorov–Smirnov distance of a sample to a normal, exact. */
export function ksDistance(caller: Caller, { sample, mean, variance }: KsInput): number {
  const tensors = { sample: { shape: [listLength('sample', sample)], data: sample } };
  caller.write('float64', tensors, [numberOr('mean', mean, 0), numberOr('variance', variance, 1)]);
  const call = () => caller.bindings.ksDistance64();
  return number(caller.receive('float64', ['distance'], call).distance);
}
