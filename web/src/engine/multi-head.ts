// SPDX-License-Identifier: MIT

import { isGiven, numberOf, placeOf, refusal, tensorOf, tensorSides } from './arguments.ts';
import { type Attention, type AttentionOptions, STAGES, stagesOf } from './attention.ts';
import { type Answer, type Caller, likeGiven, shapesOf } from './caller.ts';
import {
  type DropoutOptions,
  dividedChoices,
  type MaskingOptions,
  maskTensors,
  type ScaleOptions,
} from './options.ts';
import type { Floats, Out, Precision, Tensor, Tensors } from './tensor.ts';

/** Projections of the inputs to queries, keys and values. cpp/attention/options.hpp has the formulas. */
export const PROJECTIONS = ['full', 'shared', 'none'] as const;
export type Projection = (typeof PROJECTIONS)[number];

/**
 * Implementations of multi-head attention: the standard, and variants of the code in source documents 002 and 004
 * (web/src/ledger lists the documents).
 */
export const MULTI_HEAD_VARIANTS = [
  'standard',
  '004_as_printed',
  '002_as_printed',
  '002_tensorflow',
  '002_as_meant',
] as const;
export type MultiHeadVariant = (typeof MULTI_HEAD_VARIANTS)[number];

const PARAMETERS = ['W_q', 'b_q', 'W_k', 'b_k', 'W_v', 'b_v', 'W_o', 'b_o'] as const;

/**
 * Parameters of the projections y = x Wᵀ + b: W of shape (out, in), and optionally b of shape (out). The projection
 * `none` uses W_o only.
 */
export type MultiHeadParameters = { W_o: Tensor } & Partial<
  Record<(typeof PARAMETERS)[number], Tensor>
>;

/** Options of multi-head attention. They override the defaults that `variant` implies. */
export interface MultiHeadOptions
  extends ScaleOptions,
    MaskingOptions,
    DropoutOptions,
    Pick<AttentionOptions, 'scoreBias'> {
  numHeads: number;
  /**
   * The number h_k of key and value heads, a divisor of h = `numHeads`. Query heads a·h/h_k … (a + 1)·h/h_k − 1 use key
   * head a. Requires the projection `full`, with h_k·d_k rows of W_k and h_k·d_v rows of W_v. Default, and 0: h.
   */
  numKvHeads?: number;
  /** Default: `standard`. */
  variant?: MultiHeadVariant;
  projection?: Projection;
  /**
   * Whether keys and values are reshaped with the batch size and the number of queries, as in source document 004, line
   * 64. If the numbers of queries and keys differ, this fails or mixes tokens.
   */
  shapeFromQueries?: boolean;
  maskBeforeScale?: boolean;
}

export interface MultiHeadInput<P extends Precision> extends MultiHeadOptions, MultiHeadParameters {
  precision: P;
  /** m queries with E_q components, of shape (…, m, E_q), where … are any batch axes. */
  queries: Tensor;
  /** n keys with E_k components, of shape (…, n, E_k). */
  keys: Tensor;
  /** n values with E_v components, of shape (…, n, E_v). */
  values: Tensor;
}

export interface MultiHeadOutputInput<P extends Precision> extends MultiHeadInput<P> {
  /** An array or tensor for the output, of shape (…, m, E_o). */
  out?: Out<P>;
}

export interface MultiHeadGradientInput<P extends Precision> extends MultiHeadInput<P> {
  /** Shape (…, m, E_o): ∂L/∂output, the gradient of the loss L with respect to the output. */
  outputGradient: Tensor;
}

export interface SplitHeadsInput<P extends Precision> {
  precision: P;
  /** T tokens with D components, of shape (…, T, D). */
  x: Tensor;
  /** Number of heads, a divisor of D. */
  numHeads: number;
}

const BEFORE = [
  'projectedQueries',
  'projectedKeys',
  'projectedValues',
  'headQueries',
  'headKeys',
  'headValues',
] as const;

/**
 * The results of all steps, with T = m for queries and T = n for keys and values. `projected…` has shape (…, T, h·d),
 * with the h heads side by side; `headQueries` and so on have shape (…, h, T, d). Keys and values have `numKvHeads`
 * heads. `heads` has the steps of attention in each head. `concat` has shape (…, m, h·d_v) and `output` (…, m, E_o).
 */
export interface MultiHead<P extends Precision>
  extends Answer<P, (typeof BEFORE)[number] | 'concat' | 'output'> {
  heads: Attention<P>;
}

/** Gradients of a loss, each with the shape of its input. Parameters that the projection does not use have none. */
export type MultiHeadGradient<P extends Precision> = Answer<P, 'queries' | 'keys' | 'values'> &
  Partial<Answer<P, (typeof PARAMETERS)[number] | 'scoreBias'>>;

export function multiHeadChoices(caller: Caller, options: MultiHeadOptions): number[] {
  const variant = options.variant ?? 'standard';
  placeOf('variant', variant, MULTI_HEAD_VARIANTS);
  const structure = `multiHead ${variant}` as const;
  // 0 is rejected here, because the module would replace it by the width of the queries.
  if (options.embedSize === 0) throw refusal('OutOfRange', 'embedSize', 'wholeAtLeast', [1], 0);
  return dividedChoices(caller, structure, options);
}

/** The tensors in the order that cpp/bindings/calls.hpp reads. */
export function multiHeadTensors(input: Omit<MultiHeadInput<Precision>, 'precision'>): Tensors {
  const { queries, keys, values, scoreBias, dropoutKeep } = input;
  const parameters = Object.fromEntries(PARAMETERS.map((name) => [name, input[name]]));
  return {
    queries: tensorOf('queries', queries),
    keys: tensorOf('keys', keys),
    values: tensorOf('values', values),
    scoreBias,
    ...maskTensors(input),
    dropoutKeep,
    ...parameters,
  };
}

export function multiHead<P extends Precision>(
  caller: Caller,
  input: MultiHeadInput<P>,
): MultiHead<P> {
  const parts = [...BEFORE, ...STAGES.map((stage) => `head:${stage}` as const)] as const;
  const answer = caller.call(
    input.precision,
    'multiHead',
    [...parts, 'concat', 'output'] as const,
    multiHeadTensors(input),
    multiHeadChoices(caller, input),
  );
  const stages = STAGES.map((stage) => [stage, answer[`head:${stage}`]] as const);
  const outer = [...BEFORE, 'concat', 'output'] as const;
  return {
    ...(Object.fromEntries(outer.map((name) => [name, answer[name]])) as Answer<
      P,
      (typeof outer)[number]
    >),
    heads: stagesOf(Object.fromEntries(stages) as Answer<P, (typeof STAGES)[number]>),
  };
}

/** `out` and the shape (…, m, E_o) of the output. Undefined if `out` was not given. */
function outputTarget<P extends Precision>({ out, queries, W_o }: MultiHeadOutputInput<P>) {
  if (!isGiven(out)) return undefined;
  const sides = tensorSides('queries', queries).slice(0, -1);
  return { out, shape: [...sides, tensorSides('W_o', W_o)[0] ?? 0] };
}

/** Computes only the output, of shape (…, m, E_o), which is faster than all steps. */
export const multiHeadOutput = <P extends Precision>(
  caller: Caller,
  input: MultiHeadOutputInput<P>,
): Floats<P> =>
  caller.call(
    input.precision,
    'multiHeadOutput',
    ['output'],
    multiHeadTensors(input),
    multiHeadChoices(caller, input),
    outputTarget(input),
  ).output;

export function multiHeadGradient<P extends Precision>(
  caller: Caller,
  input: MultiHeadGradientInput<P>,
): MultiHeadGradient<P> {
  const tensors = multiHeadTensors(input);
  const shapes = shapesOf([...PARAMETERS, 'scoreBias'] as const, tensors);
  const { queries, keys, values, ...parameters } = caller.call(
    input.precision,
    'multiHeadGradient',
    ['queries', 'keys', 'values', ...PARAMETERS, 'scoreBias'] as const,
    { ...tensors, outputGradient: tensorOf('outputGradient', input.outputGradient) },
    multiHeadChoices(caller, input),
  );
  return { queries, keys, values, ...likeGiven(parameters, shapes) };
}

/**
 * Splits x of shape (…, T, D) into heads of shape (…, h, T, D/h), and merges them again. `wrongView` is x reshaped to
 * the shape of the heads, a mistake that mixes tokens.
 */
export const splitHeads = <P extends Precision>(
  caller: Caller,
  { precision, x, numHeads }: SplitHeadsInput<P>,
): Answer<P, 'heads' | 'merged' | 'wrongView'> =>
  caller.call(precision, 'splitHeads', ['heads', 'merged', 'wrongView'], { x: tensorOf('x', x) }, [
    numberOf('numHeads', numHeads),
  ]);
