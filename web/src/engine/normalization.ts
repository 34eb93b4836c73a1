// SPDX-License-Identifier: MIT

import { tensorOf } from './arguments.ts';
import type { Answer, Caller } from './caller.ts';
import type { Floats, Precision, Tensor } from './tensor.ts';

export interface RmsNormInput<P extends Precision> {
  precision: P;
  /** Rows of d components, of shape (…, d), where … are any batch axes. */
  x: Tensor;
  /** The factors of the components, of shape (d). Default: ones. */
  gain?: Tensor;
  /** Added to the variance or mean square, under the square root. Finite and ≥ 0. Default: 1e-5. */
  epsilon?: number;
}

export interface LayerNormInput<P extends Precision> extends RmsNormInput<P> {
  /** Added to the components, of shape (d). Default: zeros. */
  bias?: Tensor;
}

interface WithOutputGradient {
  /** ∂L/∂y, the gradient of the loss L with respect to the output y, of the shape of x. */
  outputGradient: Tensor;
}

export type LayerNormGradientInput<P extends Precision> = LayerNormInput<P> & WithOutputGradient;
export type RmsNormGradientInput<P extends Precision> = RmsNormInput<P> & WithOutputGradient;

const RMS_NORM_GRADIENT = ['x', 'gain'] as const;
const LAYER_NORM_GRADIENT = [...RMS_NORM_GRADIENT, 'bias'] as const;

/** Gradients of a loss: `x` of the shape of the input, and `gain` and `bias` of shape (d), even if not passed. */
export type LayerNormGradient<P extends Precision> = Answer<
  P,
  (typeof LAYER_NORM_GRADIENT)[number]
>;
export type RmsNormGradient<P extends Precision> = Answer<P, (typeof RMS_NORM_GRADIENT)[number]>;

export function layerNorm<P extends Precision>(
  caller: Caller,
  input: LayerNormInput<P>,
): Floats<P> {
  const { precision, x, gain, bias } = input;
  const tensors = { x: tensorOf('x', x), gain, bias };
  return caller.call(precision, 'layerNorm', ['y'], tensors, caller.choices('norm', input)).y;
}

export function layerNormGradient<P extends Precision>(
  caller: Caller,
  input: LayerNormGradientInput<P>,
): LayerNormGradient<P> {
  const { precision, x, gain, bias } = input;
  const outputGradient = tensorOf('outputGradient', input.outputGradient);
  const tensors = { x: tensorOf('x', x), gain, bias, outputGradient };
  return caller.call(
    precision,
    'layerNormGradient',
    LAYER_NORM_GRADIENT,
    tensors,
    caller.choices('norm', input),
  );
}

export function rmsNorm<P extends Precision>(caller: Caller, input: RmsNormInput<P>): Floats<P> {
  const { precision, x, gain } = input;
  const tensors = { x: tensorOf('x', x), gain };
  return caller.call(precision, 'rmsNorm', ['y'], tensors, caller.choices('norm', input)).y;
}

export function rmsNormGradient<P extends Precision>(
  caller: Caller,
  input: RmsNormGradientInput<P>,
): RmsNormGradient<P> {
  const { precision, x, gain } = input;
  const outputGradient = tensorOf('outputGradient', input.outputGradient);
  const tensors = { x: tensorOf('x', x), gain, outputGradient };
  return caller.call(
    precision,
    'rmsNormGradient',
    RMS_NORM_GRADIENT,
    tensors,
    caller.choices('norm', input),
  );
}
