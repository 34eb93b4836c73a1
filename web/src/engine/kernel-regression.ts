// SPDX-License-Identifier: MIT

import { isGiven, tensorOf, tensorSides } from './arguments.ts';
import { type Caller, flags, number } from './caller.ts';
import type { Floats, Precision, Tensor } from './tensor.ts';

/** Kernel functions. cpp/attention/options.hpp has the formulas. */
export const KERNELS = ['gaussian', 'boxcar', 'triangular', 'epanechnikov', 'dot'] as const;
export type Kernel = (typeof KERNELS)[number];

/**
 * The sign of the exponent in the Gaussian kernel. `minus` is correct; `plus` is a misprint in line 21 of source
 * document 001 (web/src/ledger lists the documents).
 */
export const EXPONENT_SIGNS = ['minus', 'plus'] as const;
export type ExponentSign = (typeof EXPONENT_SIGNS)[number];

export interface KernelOptions {
  kernel?: Kernel;
  /** Bandwidth σ in the unit of the keys, finite and > 0. Default: 1. */
  sigma?: number;
  sign?: ExponentSign;
}

export interface KernelRegressionInput<P extends Precision> extends KernelOptions {
  precision: P;
  /** m queries with d components, of shape (m, d). */
  queries: Tensor;
  /** n keys with d components, of shape (n, d), with n ≥ 1. */
  keys: Tensor;
  /** n values with d_v components, of shape (n, d_v). */
  values: Tensor;
  /** Shape (c, d): additional queries for which only the prediction is computed, for example to draw a curve. */
  curveQueries?: Tensor;
}

export interface KernelRegressionGradientInput<P extends Precision>
  extends Omit<KernelRegressionInput<P>, 'curveQueries'> {
  /** Shape (m, d_v): ∂L/∂prediction, the gradient of the loss L with respect to the prediction. */
  outputGradient: Tensor;
}

/** The results of all steps for m queries and n keys. cpp/attention/kernel_regression.hpp has the formulas. */
export interface KernelRegression<P extends Precision> {
  /** One distance for each query and key, of shape (m, n). */
  distances: Floats<P>;
  /** One score for each query and key, of shape (m, n). */
  scores: Floats<P>;
  /** exp(scores), of shape (m, n). */
  kernelValues: Floats<P>;
  /** One weight for each query and key, of shape (m, n). */
  weights: Floats<P>;
  /** Σ_j K_ij, the sum of a query's kernel values; shape (m, 1). */
  kernelSums: Floats<P>;
  /**
   * Σ_j α_ij, the sum of a query's weights; shape (m, 1). It is 1 except for rounding, or 0 if the query has no
   * support.
   */
  weightSums: Floats<P>;
  /** For each query and key, the value times its weight; shape (m, n, d_v). */
  weightedValues: Floats<P>;
  /** One prediction for each query, of shape (m, d_v). */
  prediction: Floats<P>;
  /**
   * One entry for each query: false if all its kernel values are 0, because no key lies in its window. Its weights and
   * prediction are then 0.
   */
  hasSupport: boolean[];
  /** Results for the c `curveQueries`: predictions of shape (c, d_v), and for each query whether it has support. */
  curve: { prediction: Floats<P>; hasSupport: boolean[] };
}

/** Gradients of a loss, each with the shape of its input. */
export interface KernelRegressionGradient<P extends Precision> {
  queries: Floats<P>;
  keys: Floats<P>;
  values: Floats<P>;
  sigma: number;
}

const STAGES = [
  'distances',
  'scores',
  'kernelValues',
  'weights',
  'kernelSums',
  'weightSums',
  'weightedValues',
  'prediction',
  'hasSupport',
  'curvePrediction',
  'curveHasSupport',
] as const;

const NO_NUMBERS = new Float64Array(0);

const noQueries = (keys: Tensor): Tensor => ({
  shape: [0, tensorSides('keys', keys)[1] ?? 0],
  data: NO_NUMBERS,
});

export function kernelRegression<P extends Precision>(
  caller: Caller,
  input: KernelRegressionInput<P>,
): KernelRegression<P> {
  const { precision, queries, keys, values, curveQueries } = input;
  const answer = caller.call(
    precision,
    'kernelRegression',
    STAGES,
    {
      queries: tensorOf('queries', queries),
      keys: tensorOf('keys', keys),
      values: tensorOf('values', values),
      curveQueries: isGiven(curveQueries) ? curveQueries : noQueries(keys),
    },
    caller.choices('kernelRegression', input),
  );
  // All tensors are listed, because a rest element (`...`) would add a sixth to the time of a small call.
  const { distances, scores, kernelValues, weights, kernelSums, weightSums } = answer;
  const { weightedValues, prediction, hasSupport, curvePrediction, curveHasSupport } = answer;
  return {
    distances,
    scores,
    kernelValues,
    weights,
    kernelSums,
    weightSums,
    weightedValues,
    prediction,
    hasSupport: flags(hasSupport),
    curve: { prediction: curvePrediction, hasSupport: flags(curveHasSupport) },
  };
}

export function kernelRegressionGradient<P extends Precision>(
  caller: Caller,
  input: KernelRegressionGradientInput<P>,
): KernelRegressionGradient<P> {
  const { precision, queries, keys, values, outputGradient } = input;
  const { sigma, ...parts } = caller.call(
    precision,
    'kernelRegressionGradient',
    ['queries', 'keys', 'values', 'sigma'],
    {
      queries: tensorOf('queries', queries),
      keys: tensorOf('keys', keys),
      values: tensorOf('values', values),
      outputGradient: tensorOf('outputGradient', outputGradient),
    },
    caller.choices('kernelRegression', input),
  );
  return { ...parts, sigma: number(sigma) };
}
