// SPDX-License-Identifier: MIT
// The calls of the engine that a state makes.
import type { MultiHeadVariant, Tensor } from '../../engine/index.ts';
import type { Inputs, Parameters } from './inputs.ts';
import type { State } from './state.ts';

/** Document 002's classes have one small matrix for all heads; what as printed they do with it is another matter. */
export const parametersOf = (inputs: Inputs, variant: MultiHeadVariant): Parameters =>
  variant.startsWith('002') ? inputs.shared : inputs.full;

/** How a variant makes queries, keys and values of its input. */
export function projectionOf(variant: MultiHeadVariant): 'full' | 'shared' | 'none' {
  if (variant === '002_as_meant') return 'shared';
  return variant.startsWith('002') ? 'none' : 'full';
}

/** A causal mask in the convention of the variant: TensorFlow's class hides with 1. */
export function maskOf(
  { mask, tokens }: Pick<State, 'mask' | 'tokens'>,
  variant: MultiHeadVariant,
) {
  if (mask === 'none') return {};
  const flags = (isSet: (i: number, j: number) => boolean): Tensor => ({
    shape: [tokens, tokens],
    data: Array.from({ length: tokens ** 2 }, (_, at) =>
      isSet(Math.floor(at / tokens), at % tokens) ? 1 : 0,
    ),
  });
  return variant === '002_tensorflow'
    ? { hideMask: flags((i, j) => j > i) }
    : { keepMask: flags((i, j) => j <= i) };
}

export function requestOf(state: State, inputs: Inputs, variant: MultiHeadVariant) {
  const { x } = inputs;
  const { precision } = state;
  return {
    ...{ precision, variant, numHeads: Number(state.heads) },
    ...{ queries: x, keys: x, values: x },
    ...parametersOf(inputs, variant),
    ...maskOf(state, variant),
  };
}
