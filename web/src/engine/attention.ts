// SPDX-License-Identifier: MIT
import { type Caller, flags, likeGiven, number, shapesOf } from './caller.ts';
import { flagOr, numberOr, tensorOf } from './check.ts';
import {
  type DropoutOptions,
  dropoutChoices,
  type MaskingOptions,
  maskingChoices,
  maskTensors,
  type ScaleOptions,
  scaleChoices,
} from './options.ts';
import type { AdditiveParameters } from './scores.ts';
import type { FloatArray, Precision, Tensor, Tensors } from './tensor.ts';

/** What compares a query with a key; cpp/attention/attention.hpp. */
export const SCORES = ['dot', 'additive', 'gaussian'] as const;
export type Score = (typeof SCORES)[number];

export interface AttentionOptions
  extends ScaleOptions,
    MaskingOptions,
    DropoutOptions,
    Partial<AdditiveParameters> {
  /** `dot` unless given; `additive` needs W_q, W_k and w_v. */
  score?: Score;
  /** For `gaussian`: the bandwidth σ, finite and > 0; 1 unless given. */
  sigma?: number;
  /** Document 002 masks before it divides. */
  maskBeforeScale?: boolean;
}

export interface AttentionInput<P extends Precision> extends AttentionOptions {
  precision: P;
  /** (…, m, d) */
  queries: Tensor;
  /** (…, n, d) */
  keys: Tensor;
  /** (…, n, d_v) */
  values: Tensor;
}

export interface AttentionGradientInput<P extends Precision> extends AttentionInput<P> {
  /** (…, m, d_v) ∂L/∂output */
  outputGradient: Tensor;
}

/** Every stage; names and formulas as in the C++ header. */
export interface Attention<P extends Precision> {
  /** (…, m, n) not divided, not masked */
  scores: Tensor<FloatArray<P>>;
  /** (…, m, n) divided */
  scaledScores: Tensor<FloatArray<P>>;
  /** (…, m, n) divided and masked */
  logits: Tensor<FloatArray<P>>;
  /** (…, m, n) */
  weights: Tensor<FloatArray<P>>;
  /** (…, m, n) after dropout; absent without dropout */
  droppedWeights?: Tensor<FloatArray<P>>;
  /** (…, m, d_v) */
  output: Tensor<FloatArray<P>>;
  /** (…·m): true where a query sees no key */
  emptyRows: boolean[];
}

/** Gradients of a loss, each shaped like its input; of the parameters, those that were given. */
export interface AttentionGradient<P extends Precision> {
  queries: Tensor<FloatArray<P>>;
  keys: Tensor<FloatArray<P>>;
  values: Tensor<FloatArray<P>>;
  W_q?: Tensor<FloatArray<P>>;
  W_k?: Tensor<FloatArray<P>>;
  w_v?: Tensor<FloatArray<P>>;
  bias?: Tensor<FloatArray<P>>;
  /** 0 unless the score is Gaussian */
  sigma: number;
}

export const STAGES = [
  'scores',
  'scaledScores',
  'logits',
  'weights',
  'droppedWeights',
  'output',
  'emptyRows',
] as const;

const PARAMETERS = ['W_q', 'W_k', 'w_v', 'bias'] as const;

/** The stages of an answer; dropped weights without entries stay away. */
export function stagesOf<P extends Precision>(
  parts: Record<(typeof STAGES)[number], Tensor<FloatArray<P>>>,
): Attention<P> {
  const { scores, scaledScores, logits, weights, droppedWeights, output, emptyRows } = parts;
  const stages = { scores, scaledScores, logits, weights, output, emptyRows: flags(emptyRows) };
  return droppedWeights.shape.length === scores.shape.length
    ? { ...stages, droppedWeights }
    : stages;
}

/** The choices in the order of cpp/bindings/options.hpp. */
export const attentionChoices = (caller: Caller, options: AttentionOptions): readonly number[] => [
  caller.choice('score', options.score ?? 'dot'),
  ...scaleChoices(caller, options),
  numberOr('sigma', options.sigma, 1),
  ...maskingChoices(caller, options),
  flagOr('maskBeforeScale', options.maskBeforeScale, 0),
  ...dropoutChoices(options),
];

/** The tensors in the order of cpp/bindings/options.hpp. */
export function attentionTensors(input: Omit<AttentionInput<Precision>, 'precision'>): Tensors {
  const { queries, keys, values, dropoutKeep, W_q, W_k, w_v, bias } = input;
  return {
    queries: tensorOf('queries', queries),
    keys: tensorOf('keys', keys),
    values: tensorOf('values', values),
    ...maskTensors(input),
    ...{ dropoutKeep, W_q, W_k, w_v, bias },
  };
}

export function attention<P extends Precision>(
  caller: Caller,
  input: AttentionInput<P>,
): Attention<P> {
  const choices = attentionChoices(caller, input);
  const tensors = attentionTensors(input);
  return stagesOf(caller.call(input.precision, 'attention', STAGES, tensors, choices));
}

export function attentionGradient<P extends Precision>(
  caller: Caller,
  input: AttentionGradientInput<P>,
): AttentionGradient<P> {
  const tensors = attentionTensors(input);
  const shapes = shapesOf(PARAMETERS, tensors);
  const { queries, keys, values, sigma, ...parameters } = caller.call(
    input.precision,
    'attentionGradient',
    ['queries', 'keys', 'values', ...PARAMETERS, 'sigma'] as const,
    { ...tensors, outputGradient: tensorOf('outputGradient', input.outputGradient) },
    attentionChoices(caller, input),
  );
  return { queries, keys, values, sigma: number(sigma), ...likeGiven(parameters, shapes) };
}
