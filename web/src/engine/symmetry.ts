// SPDX-License-Identifier: MIT

import { tensorOf } from './arguments.ts';
import { type Answer, type Caller, number } from './caller.ts';
import { dividedChoices, type ScaleOptions } from './options.ts';
import type { Precision, Tensor } from './tensor.ts';

export interface SelfSimilarityInput<P extends Precision> extends ScaleOptions {
  precision: P;
  /** n tokens with d components, of shape (n, d). */
  tokens: Tensor;
  /** Shape (d, d_k), with q = x W_q. Give both W_q and W_k, or neither. */
  W_q?: Tensor;
  /** Shape (d, d_k), with k = x W_k. Pass the same tensor as W_q to tie the projections. */
  W_k?: Tensor;
}

const STAGES = [
  'scores',
  'weights',
  'output',
  'relativeDistances',
  'rowSums',
  'columnSums',
] as const;
const NUMBERS = [
  'scoresAsymmetry',
  'weightsAsymmetry',
  'meanDiagonal',
  'smallestEigenvalue',
] as const;

/**
 * `scores` and `weights` have shape (n, n), `output` has shape (n, d), and `relativeDistances`, `rowSums` and
 * `columnSums` have shape (n, 1). The others are numbers. cpp/lab/symmetry.hpp has the formulas.
 */
export type SelfSimilarity<P extends Precision> = Answer<P, (typeof STAGES)[number]> &
  Record<(typeof NUMBERS)[number], number>;

export function selfSimilarity<P extends Precision>(
  caller: Caller,
  { precision, tokens, W_q, W_k, ...scale }: SelfSimilarityInput<P>,
): SelfSimilarity<P> {
  const parts = caller.call(
    precision,
    'selfSimilarity',
    [...STAGES, ...NUMBERS] as const,
    { tokens: tensorOf('tokens', tokens), W_q, W_k },
    dividedChoices(caller, 'scale', scale),
  );
  const numbers = NUMBERS.map((name) => [name, number(parts[name])]);
  return { ...parts, ...Object.fromEntries(numbers) };
}
