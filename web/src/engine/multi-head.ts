// SPDX-License-Identifier: MIT
import { type Attention, STAGES, stagesOf } from './attention.ts';
import { type Answer, type Caller, likeGiven, shapesOf } from './caller.ts';
import { flagOr, isGiven, numberOf, refusal, tensorOf, tensorSides } from './check.ts';
import {
  type DropoutOptions,
  dropoutChoices,
  type MaskingChoices,
  type MaskingOptions,
  maskingChoices,
  maskTensors,
  type ScaleChoices,
  type ScaleOptions,
  scaleChoices,
} from './options.ts';
import type { FloatArray, Out, Precision, Tensor, Tensors } from './tensor.ts';

/** How inputs become the heads' queries, keys and values; cpp/attention/multi_head.hpp. */
export const PROJECTIONS = ['full', 'shared', 'none'] as const;
export type Projection = (typeof PROJECTIONS)[number];

/** The documents' implementations, by name. */
export const MULTI_HEAD_VARIANTS = [
  'standard',
  '004_as_printed',
  '002_as_printed',
  '002_tensorflow',
  '002_as_meant',
] as const;
export type MultiHeadVariant = (typeof MULTI_HEAD_VARIANTS)[number];

const PARAMETERS = ['W_q', 'b_q', 'W_k', 'b_k', 'W_v', 'b_v', 'W_o', 'b_o'] as const;

/** y = x Wᵀ + b: W (out, in), b (out) or left out. W_q, W_k and W_v are not read by `none`. */
export type MultiHeadParameters = { W_o: Tensor } & Partial<
  Record<(typeof PARAMETERS)[number], Tensor>
>;

/** Beside `variant`, what is given here is used in place of the variant's own choice. */
export interface MultiHeadOptions extends ScaleOptions, MaskingOptions, DropoutOptions {
  numHeads: number;
  /** `standard` unless given. */
  variant?: MultiHeadVariant;
  projection?: Projection;
  /** Reads keys and values with the queries' batch and length, as document 004's line 64 does. */
  shapeFromQueries?: boolean;
  maskBeforeScale?: boolean;
}

export interface MultiHeadInput<P extends Precision> extends MultiHeadOptions, MultiHeadParameters {
  precision: P;
  /** (…, m, E_q) */
  queries: Tensor;
  /** (…, n, E_k) */
  keys: Tensor;
  /** (…, n, E_v) */
  values: Tensor;
}

export interface MultiHeadOutputInput<P extends Precision> extends MultiHeadInput<P> {
  /** (…, m, E_o) where the output goes. */
  out?: Out<P>;
}

export interface MultiHeadGradientInput<P extends Precision> extends MultiHeadInput<P> {
  /** (…, m, E_o) ∂L/∂output */
  outputGradient: Tensor;
}

export interface SplitHeadsInput<P extends Precision> {
  precision: P;
  /** (…, T, D) */
  x: Tensor;
  /** Divides D. */
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
 * Every stage: projected… (…, T, h·d) side by side, head… (…, h, T, d), heads with the stages of
 * each head, concat (…, m, h·d_v) and output (…, m, E_o).
 */
export interface MultiHead<P extends Precision>
  extends Answer<P, (typeof BEFORE)[number] | 'concat' | 'output'> {
  heads: Attention<P>;
}

/** Gradients of a loss, each shaped like its input; of the parameters, those that were read. */
export type MultiHeadGradient<P extends Precision> = Answer<P, 'queries' | 'keys' | 'values'> &
  Partial<Answer<P, (typeof PARAMETERS)[number]>>;

/** In the order of cpp/bindings/options.hpp. */
type MultiHeadChoices = readonly [
  numHeads: number,
  projection: number,
  shapeFromQueries: number,
  ...scale: ScaleChoices,
  ...masking: MaskingChoices,
  maskBeforeScale: number,
  dropoutRate: number,
  dropoutSeed: number,
];

/** What a variant chooses, with what the caller chooses in its place. */
export function multiHeadChoices(caller: Caller, options: MultiHeadOptions): MultiHeadChoices {
  const variant = caller.choice('variant', options.variant ?? 'standard', MULTI_HEAD_VARIANTS);
  const own = caller.multiHeadVariants[variant] as MultiHeadChoices;
  const [, ownProjection, ownShape, divisor, number, embedSize, ...rest] = own;
  const [isHideMask, isTrailing, isCausal, method, fill, emptyRow, ownOrder] = rest;
  const { numHeads, projection, shapeFromQueries, maskBeforeScale } = options;
  // C++ takes 0 for the width of the queries.
  if (options.embedSize === 0) throw refusal('OutOfRange', 'embedSize', 'a whole number >= 1', 0);
  return [
    numberOf('numHeads', numHeads),
    isGiven(projection) ? caller.choice('projection', projection) : ownProjection,
    flagOr('shapeFromQueries', shapeFromQueries, ownShape),
    ...scaleChoices(caller, options, [divisor, number, embedSize]),
    ...maskingChoices(caller, options, [isHideMask, isTrailing, isCausal, method, fill, emptyRow]),
    flagOr('maskBeforeScale', maskBeforeScale, ownOrder),
    ...dropoutChoices(options),
  ];
}

/** The tensors in the order of cpp/bindings/options.hpp. */
export function multiHeadTensors(input: Omit<MultiHeadInput<Precision>, 'precision'>): Tensors {
  const { queries, keys, values, dropoutKeep } = input;
  const parameters = Object.fromEntries(PARAMETERS.map((name) => [name, input[name]]));
  return {
    queries: tensorOf('queries', queries),
    keys: tensorOf('keys', keys),
    values: tensorOf('values', values),
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

/** The target of an output (…, m, E_o). */
function outputTarget<P extends Precision>({ out, queries, W_o }: MultiHeadOutputInput<P>) {
  if (!isGiven(out)) return undefined;
  const sides = tensorSides('queries', queries).slice(0, -1);
  return { out, shape: [...sides, tensorSides('W_o', W_o)[0] ?? 0] };
}

/** The output (…, m, E_o) alone, without a matrix for each head. */
export const multiHeadOutput = <P extends Precision>(
  caller: Caller,
  input: MultiHeadOutputInput<P>,
): Tensor<FloatArray<P>> =>
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
  const shapes = shapesOf(PARAMETERS, tensors);
  const { queries, keys, values, ...parameters } = caller.call(
    input.precision,
    'multiHeadGradient',
    ['queries', 'keys', 'values', ...PARAMETERS] as const,
    { ...tensors, outputGradient: tensorOf('outputGradient', input.outputGradient) },
    multiHeadChoices(caller, input),
  );
  return { queries, keys, values, ...likeGiven(parameters, shapes) };
}

/** Heads of x (…, T, D): split (…, h, T, D/h), merged back, and the view that mixes tokens. */
export const splitHeads = <P extends Precision>(
  caller: Caller,
  { precision, x, numHeads }: SplitHeadsInput<P>,
): Answer<P, 'heads' | 'merged' | 'wrongView'> =>
  caller.call(precision, 'splitHeads', ['heads', 'merged', 'wrongView'], { x: tensorOf('x', x) }, [
    numberOf('numHeads', numHeads),
  ]);
