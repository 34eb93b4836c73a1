// SPDX-License-Identifier: MIT

import { tensorOf } from './arguments.ts';
import type { Caller } from './caller.ts';
import type { Floats, Precision, Tensor } from './tensor.ts';

/** Approximations of GELU. `none` is the exact function. cpp/attention/options.hpp has the formulas. */
export const GELU_APPROXIMATIONS = ['none', 'tanh'] as const;
export type GeluApproximation = (typeof GELU_APPROXIMATIONS)[number];

export interface GeluInput<P extends Precision> {
  precision: P;
  /** Numbers of any shape. */
  x: Tensor;
  /** Default: `none`. */
  approximation?: GeluApproximation;
}

export interface GeluGradientInput<P extends Precision> extends GeluInput<P> {
  /** ∂L/∂y, the gradient of the loss L with respect to the output, of the shape of x. */
  outputGradient: Tensor;
}

export function gelu<P extends Precision>(caller: Caller, input: GeluInput<P>): Floats<P> {
  const tensors = { x: tensorOf('x', input.x) };
  return caller.call(input.precision, 'gelu', ['y'], tensors, caller.choices('gelu', input)).y;
}

export function geluGradient<P extends Precision>(
  caller: Caller,
  input: GeluGradientInput<P>,
): Floats<P> {
  const { precision, x, outputGradient } = input;
  const tensors = {
    x: tensorOf('x', x),
    outputGradient: tensorOf('outputGradient', outputGradient),
  };
  const choices = caller.choices('gelu', input);
  return caller.call(precision, 'geluGradient', ['x'], tensors, choices).x;
}
