// SPDX-License-Identifier: MIT

import { tensorOf } from './arguments.ts';
import type { Caller } from './caller.ts';
import type { Floats, Precision, Tensor } from './tensor.ts';

/** The components of pair i = 0 … d/2 − 1, which rotate together: 2i and 2i + 1, or i and i + d/2. */
export const ROTARY_PAIRS = ['adjacent', 'halves'] as const;
export type RotaryPairs = (typeof ROTARY_PAIRS)[number];

interface RotaryOptions<P extends Precision> {
  precision: P;
  /** Base of the angles, finite and ≥ 1: pair i rotates by position · base^(−2i/d) radians. Default: 10,000. */
  base?: number;
  /** The position of the first row. Default: 0. `first` + n is at most 2²⁰. */
  first?: number;
  /** Default: `adjacent`. */
  pairs?: RotaryPairs;
}

export interface RotaryInput<P extends Precision> extends RotaryOptions<P> {
  /** n rows with d components, of shape (…, n, d), where d is even and … are any batch axes. */
  x: Tensor;
}

export interface RotaryGradientInput<P extends Precision> extends RotaryOptions<P> {
  /** ∂L/∂y, the gradient of the loss L with respect to the output, of shape (…, n, d). */
  outputGradient: Tensor;
}

export function rotary<P extends Precision>(caller: Caller, input: RotaryInput<P>): Floats<P> {
  const tensors = { x: tensorOf('x', input.x) };
  return caller.call(input.precision, 'rotary', ['y'], tensors, caller.choices('rotary', input)).y;
}

export function rotaryGradient<P extends Precision>(
  caller: Caller,
  input: RotaryGradientInput<P>,
): Floats<P> {
  const tensors = { outputGradient: tensorOf('outputGradient', input.outputGradient) };
  const choices = caller.choices('rotary', input);
  return caller.call(input.precision, 'rotaryGradient', ['x'], tensors, choices).x;
}
