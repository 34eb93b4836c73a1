// SPDX-License-Identifier: MIT
import { MULTI_HEAD_VARIANTS, type MultiHeadVariant, type Precision } from '../../engine/index.ts';
import {
  choiceField,
  type Fields,
  numberField,
  type Range,
  readWithin,
  WHOLE,
} from '../../state/fields.ts';

/** From the tokens to the output, one after another. */
export const STEPS = [
  'input',
  'project',
  'split',
  'scores',
  'logits',
  'weights',
  'heads',
  'concat',
  'output',
] as const;
export type Step = (typeof STEPS)[number];

export const PARTS = ['queries', 'keys', 'values'] as const;
export type Part = (typeof PARTS)[number];

export const HEADS = ['1', '2', '4', '8'] as const;
export type Heads = (typeof HEADS)[number];

export const MASKS = ['none', 'causal'] as const;
export type Mask = (typeof MASKS)[number];

/** What stands in W_Q, W_K and W_V: what was drawn, or a million everywhere (E-29). */
export const LAYERS = ['drawn', 'million'] as const;
export type Layers = (typeof LAYERS)[number];

/** All that the lesson shows is computed from this. */
export interface State {
  readonly tokens: number;
  readonly heads: Heads;
  readonly variant: MultiHeadVariant;
  readonly mask: Mask;
  readonly seed: number;
  readonly step: Step;
  /** Which of the three is looked at where there are three. */
  readonly part: Part;
  /** Which head is looked at, and the cell, each from 1. */
  readonly head: number;
  readonly row: number;
  readonly column: number;
  readonly layers: Layers;
  readonly dropoutRate: number;
  readonly dropoutSeed: number;
  readonly precision: Precision;
}

/** Components of a token, document 004's d_model: small enough to see every number. */
export const D_MODEL = 8;
export const TOKENS_RANGE: Range = { min: 1, max: 6 };
export const SEED_RANGE: Range = { min: 0, max: 999_999 };
export const RATE_RANGE: Range = { min: 0, max: 0.9 };

export const fields: Fields<State> = {
  tokens: numberField(4, TOKENS_RANGE, WHOLE),
  heads: choiceField<Heads>('2', HEADS),
  variant: choiceField<MultiHeadVariant>('standard', MULTI_HEAD_VARIANTS),
  mask: choiceField<Mask>('none', MASKS),
  seed: numberField(1, SEED_RANGE, WHOLE),
  step: choiceField<Step>('scores', STEPS),
  part: choiceField<Part>('queries', PARTS),
  head: numberField(1, { min: 1, max: D_MODEL }, WHOLE),
  row: numberField(2, { min: 1, max: TOKENS_RANGE.max }, WHOLE),
  column: numberField(3, { min: 1, max: D_MODEL }, WHOLE),
  layers: choiceField<Layers>('drawn', LAYERS),
  dropoutRate: numberField(0.5, RATE_RANGE),
  dropoutSeed: numberField(1, SEED_RANGE, WHOLE),
  precision: choiceField<Precision>('float64', ['float64', 'float32']),
};

/** Components of a head. */
export const headWidth = ({ heads }: Pick<State, 'heads'>): number => D_MODEL / Number(heads);

/** Columns of the matrix that a step shows. */
export function columnsOf({ step, tokens, heads }: Pick<State, 'step' | 'tokens' | 'heads'>) {
  if (step === 'split' || step === 'heads') return headWidth({ heads });
  return step === 'scores' || step === 'logits' || step === 'weights' ? tokens : D_MODEL;
}

const whole = (x: number, { min, max }: Range): number =>
  Math.min(Math.max(Math.round(x), min), max);

/** The state as its own link would give it back: the head and the cell are ones that there are. */
export function withinRanges(state: State): State {
  const tokens = whole(state.tokens, TOKENS_RANGE);
  const usable = { ...state, tokens };
  return Object.freeze({
    ...usable,
    seed: whole(state.seed, SEED_RANGE),
    dropoutSeed: whole(state.dropoutSeed, SEED_RANGE),
    dropoutRate: Math.min(Math.max(state.dropoutRate, RATE_RANGE.min), RATE_RANGE.max),
    head: whole(state.head, { min: 1, max: Number(state.heads) }),
    row: whole(state.row, { min: 1, max: tokens }),
    column: whole(state.column, { min: 1, max: columnsOf(usable) }),
  });
}

export const readLink = (params: URLSearchParams) => readWithin(fields, params, withinRanges);
