// SPDX-License-Identifier: MIT
import type { Answer, Caller } from './caller.ts';
import { type ScaleOptions, scaleCall } from './options.ts';
import type { FloatArray, Precision, Tensor } from './wire.ts';

export interface ScoresInput<P extends Precision> {
  precision: P;
  /** (m, d) */
  queries: Tensor;
  /** (n, d) */
  keys: Tensor;
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

export const scaledDotScores = <P extends Precision>(
  caller: Caller,
  { precision, queries, keys, ...scale }: ScaledDotInput<P>,
): Scores<P> =>
  caller.call(precision, 'scaledDotScores', ['scores'], { queries, keys }, scaleCall(caller, scale))
    .scores;

export const additiveScores = <P extends Precision>(
  caller: Caller,
  { precision, queries, keys, W_q, W_k, w_v, bias }: AdditiveInput<P>,
): Scores<P> =>
  caller.call(precision, 'additiveScores', ['scores'], { queries, keys, W_q, W_k, w_v, bias })
    .scores;

export const gaussianScores = <P extends Precision>(
  caller: Caller,
  { precision, queries, keys, sigma = 1 }: GaussianInput<P>,
): Scores<P> =>
  caller.call(precision, 'gaussianScores', ['scores'], { queries, keys }, sigma).scores;

export const doubleTransposeScores = <P extends Precision>(
  caller: Caller,
  { precision, queries, keys }: ScoresInput<P>,
): Scores<P> =>
  caller.call(precision, 'doubleTransposeScores', ['scores'], { queries, keys }).scores;

export const angles = <P extends Precision>(
  caller: Caller,
  { precision, queries, keys }: ScoresInput<P>,
): Angles<P> => caller.call(precision, 'angles', ANGLES, { queries, keys });
