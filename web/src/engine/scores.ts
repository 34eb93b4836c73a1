// SPDX-License-Identifier: MIT

import { isGiven, numberOr, tensorOf, tensorSides } from './arguments.ts';
import type { Answer, Caller } from './caller.ts';
import { dividedChoices, type ScaleOptions } from './options.ts';
import type { Floats, Out, Precision, Tensor } from './tensor.ts';

export interface PairInput<P extends Precision> {
  precision: P;
  /** m queries with d components, of shape (m, d). */
  queries: Tensor;
  /** n keys with d components, of shape (n, d). */
  keys: Tensor;
}

export interface ScoresInput<P extends Precision> extends PairInput<P> {
  /** An array or tensor for the scores, of shape (m, n). */
  out?: Out<P>;
}

/** Parameters of the additive score w_v · tanh(W_q q + W_k k + bias), with h hidden units. */
export interface AdditiveParameters {
  /** A matrix of shape (h, d_q), where d_q is the number of components of a query. */
  W_q: Tensor;
  /** A matrix of shape (h, d_k), where d_k is the number of components of a key. */
  W_k: Tensor;
  /** A vector with h components. */
  w_v: Tensor;
  /** A vector with h components. Default: zeros. */
  bias?: Tensor | undefined;
}

export interface ScaledDotInput<P extends Precision> extends ScoresInput<P>, ScaleOptions {}

export interface AdditiveInput<P extends Precision> extends ScoresInput<P>, AdditiveParameters {}

export interface GaussianInput<P extends Precision> extends ScoresInput<P> {
  /** Bandwidth σ, finite and > 0. Default: 1. */
  sigma?: number;
}

const ANGLES = ['dots', 'cosines', 'degrees', 'queryLengths', 'keyLengths'] as const;

/** Matrices of shape (m, n), except queryLengths (m, 1) and keyLengths (n, 1). cpp/lab/angles.hpp has the formulas. */
export type Angles<P extends Precision> = Answer<P, (typeof ANGLES)[number]>;

/** `out` and the shape (m, n) of the scores. Undefined if `out` was not given. */
const scoresTarget = <P extends Precision>({ queries, keys, out }: ScoresInput<P>) =>
  isGiven(out)
    ? { out, shape: [tensorSides('queries', queries)[0] ?? 0, tensorSides('keys', keys)[0] ?? 0] }
    : undefined;

const pairOf = ({ queries, keys }: PairInput<Precision>) => ({
  queries: tensorOf('queries', queries),
  keys: tensorOf('keys', keys),
});

export const scaledDotScores = <P extends Precision>(
  caller: Caller,
  input: ScaledDotInput<P>,
): Floats<P> =>
  caller.call(
    input.precision,
    'scaledDotScores',
    ['scores'],
    pairOf(input),
    dividedChoices(caller, 'scale', input),
    scoresTarget(input),
  ).scores;

export function additiveScores<P extends Precision>(
  caller: Caller,
  input: AdditiveInput<P>,
): Floats<P> {
  const { precision, W_q, W_k, w_v, bias } = input;
  const tensors = { ...pairOf(input), W_q, W_k, w_v, bias };
  const into = scoresTarget(input);
  return caller.call(precision, 'additiveScores', ['scores'], tensors, [], into).scores;
}

export function gaussianScores<P extends Precision>(
  caller: Caller,
  input: GaussianInput<P>,
): Floats<P> {
  const choices = [numberOr('sigma', input.sigma, 1)];
  const into = scoresTarget(input);
  const { precision } = input;
  return caller.call(precision, 'gaussianScores', ['scores'], pairOf(input), choices, into).scores;
}

export function doubleTransposeScores<P extends Precision>(
  caller: Caller,
  input: ScoresInput<P>,
): Floats<P> {
  const into = scoresTarget(input);
  const { precision } = input;
  return caller.call(precision, 'doubleTransposeScores', ['scores'], pairOf(input), [], into)
    .scores;
}

export const angles = <P extends Precision>(caller: Caller, input: PairInput<P>): Angles<P> =>
  caller.call(input.precision, 'angles', ANGLES, pairOf(input));
