// SPDX-License-Identifier: MIT
import { type Answer, type Caller, number } from './caller.ts';
import { tensorOf } from './check.ts';
import { type ScaleOptions, scaleChoices } from './options.ts';
import type { Precision, Tensor } from './tensor.ts';

export interface SelfSimilarityInput<P extends Precision> extends ScaleOptions {
  precision: P;
  /** (n, d) */
  tokens: Tensor;
  /** (d, d_k) q = x W_q; with W_k or not at all */
  W_q?: Tensor;
  /** (d, d_k) k = x W_k; the same as W_q ties the two */
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
 * scores and weights (n, n), output (n, d), relativeDistances, rowSums and columnSums (n, 1), and
 * four numbers; cpp/attention/symmetry.hpp.
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
    scaleChoices(caller, scale),
  );
  const numbers = NUMBERS.map((name) => [name, number(parts[name])]);
  return { ...parts, ...Object.fromEntries(numbers) };
}
