// SPDX-License-Identifier: MIT

import { tensorOf } from './arguments.ts';
import { type Caller, flags, likeGiven, number, shapesOf } from './caller.ts';
import {
  type DropoutOptions,
  dividedChoices,
  type MaskingOptions,
  maskTensors,
  type ScaleOptions,
} from './options.ts';
import type { AdditiveParameters } from './scores.ts';
import type { Floats, Precision, Tensor, Tensors } from './tensor.ts';

/** Score functions, which compare a query with a key. cpp/attention/options.hpp has the formulas. */
export const SCORES = ['dot', 'additive', 'gaussian'] as const;
export type Score = (typeof SCORES)[number];

export interface AttentionOptions
  extends ScaleOptions,
    MaskingOptions,
    DropoutOptions,
    Partial<AdditiveParameters> {
  /** Default: `dot`. `additive` requires the parameters W_q, W_k and w_v. */
  score?: Score;
  /** Bandwidth σ of the score `gaussian`, finite and > 0. Default: 1. */
  sigma?: number;
  /**
   * Whether the mask is applied before the division of the scores, as in the code of source document 002
   * (web/src/ledger lists the documents). Default: false.
   */
  maskBeforeScale?: boolean;
  /**
   * Numbers that are added to the scores after the division and before the mask. Their shape broadcasts to (…, m, n),
   * as in NumPy. Cannot be combined with `maskBeforeScale`, unless the mask method is `exclude`.
   */
  scoreBias?: Tensor;
  /**
   * Whether keys and values may have fewer heads than queries: shape (…, h_k, n, ·) for queries (…, h, m, d), where h_k
   * divides h. Key head a then serves the query heads a·h/h_k … (a + 1)·h/h_k − 1. Default: false.
   */
  grouped?: boolean;
}

export interface AttentionInput<P extends Precision> extends AttentionOptions {
  precision: P;
  /** m queries with d components, of shape (…, m, d), where … are any batch axes. */
  queries: Tensor;
  /** n keys with d components, of shape (…, n, d). */
  keys: Tensor;
  /** n values with d_v components, of shape (…, n, d_v). */
  values: Tensor;
}

export interface AttentionGradientInput<P extends Precision> extends AttentionInput<P> {
  /** Shape (…, m, d_v): ∂L/∂output, the gradient of the loss L with respect to the output. */
  outputGradient: Tensor;
}

/** The results of all steps for m queries and n keys. cpp/attention/scaled_dot_product.hpp has the formulas. */
export interface Attention<P extends Precision> {
  /** Shape (…, m, n), before scaling and masking. */
  scores: Floats<P>;
  /** Shape (…, m, n), after scaling, plus `scoreBias`. */
  scaledScores: Floats<P>;
  /** Shape (…, m, n), after masking. */
  logits: Floats<P>;
  /** One weight for each query and key, of shape (…, m, n). */
  weights: Floats<P>;
  /** Shape (…, m, n), after dropout. Absent without dropout. */
  droppedWeights?: Floats<P>;
  /** One output vector for each query, of shape (…, m, d_v). */
  output: Floats<P>;
  /** One entry for each query: true if the mask hides all keys from it. */
  emptyRows: boolean[];
}

/**
 * Gradients of a loss, each with the shape of its input. Optional parameters have a gradient only if they were passed.
 */
export interface AttentionGradient<P extends Precision> {
  queries: Floats<P>;
  keys: Floats<P>;
  values: Floats<P>;
  W_q?: Floats<P>;
  W_k?: Floats<P>;
  w_v?: Floats<P>;
  bias?: Floats<P>;
  scoreBias?: Floats<P>;
  /** ∂L/∂σ, the derivative of the loss with respect to the bandwidth σ. 0 unless the score is `gaussian`. */
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

/** Omits `droppedWeights` if it has the shape [0], because the call had no dropout. */
export function stagesOf<P extends Precision>(
  parts: Record<(typeof STAGES)[number], Floats<P>>,
): Attention<P> {
  const { scores, scaledScores, logits, weights, droppedWeights, output, emptyRows } = parts;
  const stages = { scores, scaledScores, logits, weights, output, emptyRows: flags(emptyRows) };
  return droppedWeights.shape.length === scores.shape.length
    ? { ...stages, droppedWeights }
    : stages;
}

/** The tensors in the order that cpp/bindings/calls.hpp reads. */
export function attentionTensors(input: Omit<AttentionInput<Precision>, 'precision'>): Tensors {
  const { queries, keys, values, scoreBias, dropoutKeep, W_q, W_k, w_v, bias } = input;
  return {
    queries: tensorOf('queries', queries),
    keys: tensorOf('keys', keys),
    values: tensorOf('values', values),
    scoreBias,
    ...maskTensors(input),
    ...{ dropoutKeep, W_q, W_k, w_v, bias },
  };
}

export function attention<P extends Precision>(
  caller: Caller,
  input: AttentionInput<P>,
): Attention<P> {
  const choices = dividedChoices(caller, 'attention', input);
  const tensors = attentionTensors(input);
  return stagesOf(caller.call(input.precision, 'attention', STAGES, tensors, choices));
}

export function attentionGradient<P extends Precision>(
  caller: Caller,
  input: AttentionGradientInput<P>,
): AttentionGradient<P> {
  const tensors = attentionTensors(input);
  const shapes = shapesOf([...PARAMETERS, 'scoreBias'] as const, tensors);
  const { queries, keys, values, sigma, ...parameters } = caller.call(
    input.precision,
    'attentionGradient',
    ['queries', 'keys', 'values', ...PARAMETERS, 'sigma', 'scoreBias'] as const,
    { ...tensors, outputGradient: tensorOf('outputGradient', input.outputGradient) },
    dividedChoices(caller, 'attention', input),
  );
  return { queries, keys, values, sigma: number(sigma), ...likeGiven(parameters, shapes) };
}
