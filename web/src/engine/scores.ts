// SPDX-License-Identifier: MIT
import type { Answer, Caller } from './caller.ts';
import { isGiven, numberOr, tensorOf, tensorSides } from './check.ts';
import { type ScaleOptions, scaleChoices } from './options.ts';
import type { FloatArray, Out, Precision, Tensor } from './tensor.ts';

export interface PairInput<P extends Precision> {
  precision: P;
  /** (m, d) */
  queries: Tensor;
  /** (n, d) */
  keys: Tensor;
}

export interface ScoresInput<P extends Precision> extends PairInput<P> {
  /** (m, n) where the scores go. */
  out?: Out<P>;
}

/** Parameters of an additive score w_v · tanh(W_q q + W_k k + bias). */
export interface AdditiveParameters {
  /** (h, d_q) */
  W_q: Tensor;
  /** (h, d_k) */
  W_k: Tensor;
  /** (h) */
  w_v: Tensor;
  /** (h) */
  bias?: Tensor | undefined;
}

export interface ScaledDotInput<P extends Precision> extends ScoresInput<P>, ScaleOptions {}

export interface AdditiveInput<P extends Precision> extends ScoresInput<P>, AdditiveParameters {}

export interface GaussianInput<P extends Precision> extends ScoresInput<P> {
  /** Bandwidth, finite and > 0; 1 unless given. */
  sigma?: number;
}

const ANGLES = ['dots', 'cosines', 'degrees', 'queryLengths', 'keyLengths'] as const;

/** Each (m, n) but queryLengths (m, 1) and keyLengths (n, 1); cpp/attention/scores.hpp. */
export type Angles<P extends Precision> = Answer<P, (typeof ANGLES)[number]>;

type Scores<P extends Precision> = Tensor<FloatArray<P>>;

/** The target of scores (m, n). */
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
): Scores<P> =>
  caller.call(
    input.precision,
    'scaledDotScores',
    ['scores'],
    pairOf(input),
    scaleChoices(caller, input),
    scoresTarget(input),
  ).scores;

export const additiveScores = <P extends Precision>(
  caller: Caller,
  input: AdditiveInput<P>,
): Scores<P> => {
  const { precision, W_q, W_k, w_v, bias } = input;
  const tensors = { ...pairOf(input), W_q, W_k, w_v, bias };
  const into = scoresTarget(input);
  return caller.call(precision, 'additiveScores', ['scores'], tensors, [], into).scores;
};

export const gaussianScores = <P extends Precision>(
  caller: Caller,
  input: GaussianInput<P>,
): Scores<P> => {
  const choices = [numberOr('sigma', input.sigma, 1)];
  const into = scoresTarget(input);
  const { precision } = input;
  return caller.call(precision, 'gaussianScores', ['scores'], pairOf(input), choices, into).scores;
};

export const doubleTransposeScores = <P extends Precision>(
  caller: Caller,
  input: ScoresInput<P>,
): Scores<P> => {
  const into = scoresTarget(input);
  const { precision } = input;
  return caller.call(precision, 'doubleTransposeScores', ['scores'], pairOf(input), [], into)
    .scores;
};

export const angles = <P extends Precision>(caller: Caller, input: PairInput<P>): Angles<P> =>
  caller.call(input.precision, 'angles', ANGLES, pairOf(input));
