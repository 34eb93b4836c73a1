// SPDX-License-Identifier: MIT
import { type Caller, flags, number } from './caller.ts';
import { isGiven, numberOr, tensorOf, tensorSides } from './check.ts';
import type { FloatArray, Precision, Tensor } from './tensor.ts';

/** What makes a key matter to a query; cpp/attention/kernel_regression.hpp has the formulas. */
export const KERNELS = ['gaussian', 'boxcar', 'triangular', 'epanechnikov', 'dot'] as const;
export type Kernel = (typeof KERNELS)[number];

/** Sign of the Gaussian's exponent: `plus` is what document 001 prints in line 21. */
export const EXPONENT_SIGNS = ['minus', 'plus'] as const;
export type ExponentSign = (typeof EXPONENT_SIGNS)[number];

export interface KernelOptions {
  kernel?: Kernel;
  /** Bandwidth σ in the unit of the keys, finite and > 0; 1 unless given. */
  sigma?: number;
  sign?: ExponentSign;
}

export interface KernelRegressionInput<P extends Precision> extends KernelOptions {
  precision: P;
  /** (m, d) */
  queries: Tensor;
  /** (n, d), n ≥ 1 */
  keys: Tensor;
  /** (n, d_v) */
  values: Tensor;
  /** (c, d): further queries of which only the prediction is wanted, as for a curve. */
  curveQueries?: Tensor;
}

export interface KernelRegressionGradientInput<P extends Precision>
  extends Omit<KernelRegressionInput<P>, 'curveQueries'> {
  /** (m, d_v) ∂L/∂prediction */
  outputGradient: Tensor;
}

/** Every stage, m queries over n keys; names and formulas as in the C++ header. */
export interface KernelRegression<P extends Precision> {
  /** (m, n) */
  distances: Tensor<FloatArray<P>>;
  /** (m, n) */
  scores: Tensor<FloatArray<P>>;
  /** (m, n) exp(scores) */
  kernelValues: Tensor<FloatArray<P>>;
  /** (m, n) */
  weights: Tensor<FloatArray<P>>;
  /** (m, 1) Σ_j K_ij */
  kernelSums: Tensor<FloatArray<P>>;
  /** (m, 1) Σ_j α_ij: 1 within rounding, 0 without support */
  weightSums: Tensor<FloatArray<P>>;
  /** (m·n, d_v) */
  weightedValues: Tensor<FloatArray<P>>;
  /** (m, d_v) */
  prediction: Tensor<FloatArray<P>>;
  /** (m): false where no key lies in the query's window; weights and prediction are 0 there. */
  hasSupport: boolean[];
  /** (c, d_v) and (c) */
  curve: { prediction: Tensor<FloatArray<P>>; hasSupport: boolean[] };
}

/** Gradients of a loss, each shaped like its input. */
export interface KernelRegressionGradient<P extends Precision> {
  queries: Tensor<FloatArray<P>>;
  keys: Tensor<FloatArray<P>>;
  values: Tensor<FloatArray<P>>;
  sigma: number;
}

const kernelChoices = (caller: Caller, options: KernelOptions): readonly number[] => [
  caller.choice('kernel', options.kernel ?? 'gaussian'),
  numberOr('sigma', options.sigma, 1),
  caller.choice('sign', options.sign ?? 'minus', EXPONENT_SIGNS) === 0 ? -1 : 1,
];

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

/** (0, d) */
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
    kernelChoices(caller, input),
  );
  // Each by its name: to gather the others in one go is a sixth of a small call.
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
    kernelChoices(caller, input),
  );
  return { ...parts, sigma: number(sigma) };
}
