// SPDX-License-Identifier: MIT
import {
  gradients,
  has,
  input,
  loss,
  matrix,
  number,
  type Runner,
  type RunnerTable,
  scalar,
} from '../values.ts';

const kernelAttention: Runner = (engine, golden, precision) => {
  // The score holds their squares alone: a negative σ or w is as good as a positive one.
  const byWidth = has(golden, 'w');
  const parameter = input(golden, byWidth ? 'w' : 'sigma').data[0] as number;
  const sigma = Math.abs(byWidth ? 1 / parameter : parameter);
  const request = {
    precision,
    queries: matrix(golden, 'q'),
    keys: matrix(golden, 'k'),
    values: matrix(golden, 'v'),
    kernel: 'gaussian' as const,
    sigma,
    sign: number(golden, 'sign', -1) > 0 ? ('plus' as const) : ('minus' as const),
  };
  const { scores, weights, prediction: out } = engine.kernelRegression(request);
  if (!has(golden, 'G')) return { scores, weights, out };

  const outputGradient = matrix(golden, 'G');
  const gradient = engine.kernelRegressionGradient({ ...request, outputGradient });
  const { queries: q, keys: k, values: v } = gradient;
  const bySigma = Math.sign(parameter) * gradient.sigma;
  return {
    scores,
    weights,
    out,
    loss: loss(golden, out),
    // |w| = 1/σ, so ∂L/∂|w| = −σ² ∂L/∂σ.
    ...gradients(golden, { q, k, v, sigma: scalar(bySigma), w: scalar(-bySigma * sigma * sigma) }),
  };
};

export const KERNEL: RunnerTable = { kernel_attention: kernelAttention };
