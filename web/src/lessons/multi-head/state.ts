// SPDX-License-Identifier: MIT
import { MULTI_HEAD_VARIANTS, type MultiHeadVariant } from '../../engine/index.ts';
import {
  choiceField,
  numberField,
  precisionField,
  type StateOf,
  seedField,
  WHOLE,
} from '../../state/fields.ts';
import { wordsField } from '../words-field.ts';

/**
 * The steps of the pipeline in Verify (the lesson's second view, which shows attention step by step), from the tokens
 * to the output.
 */
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

/**
 * Number of components of a token in the pipeline (attention step by step). It is small, so that every number can be
 * shown.
 */
export const D_MODEL = 8;
const MOST_TOKENS = 6;
/** Maximum number of words in a sentence. All sentence models accept this number. */
export const LONGEST = 18;

export const fields = {
  /** `words` shows the attention of the heads, `strips` shows how vectors are split into heads. */
  figure: choiceField('words', ['words', 'strips']),
  /** The reader's sentence. If it is empty, the lesson uses the example in the page's language. */
  words: wordsField(LONGEST),
  /** The word whose weights are drawn, counted from 1. Larger numbers select the last word. */
  place: numberField(LONGEST, { min: 1, max: LONGEST }, WHOLE),
  /** The layer of the sentence model: 1, 2, or the layer that suits the example in the page's language. */
  layer: choiceField('example', ['example', '1', '2']),
  heads: choiceField('2', HEADS),
  /**
   * A head, counted from 1. The pipeline (attention step by step) shows this head. The stage (the figure with its
   * controls) draws this head and the next one; after the last head, the first is the next.
   */
  head: numberField(1, { min: 1, max: D_MODEL }, WHOLE),
  /** Number of random tokens in the pipeline. */
  tokens: numberField(4, { min: 1, max: MOST_TOKENS }, WHOLE),
  variant: choiceField<MultiHeadVariant>('standard', MULTI_HEAD_VARIANTS),
  mask: choiceField('none', MASKS),
  seed: seedField(),
  step: choiceField('input', STEPS),
  /** The matrix that the pipeline shows in a step with separate matrices for queries, keys and values. */
  part: choiceField('queries', PARTS),
  /** The selected cell of the matrix, counted from 1. */
  row: numberField(2, { min: 1, max: MOST_TOKENS }, WHOLE),
  column: numberField(3, { min: 1, max: D_MODEL }, WHOLE),
  /** Whether the entries of W_Q, W_K and W_V are random, or all are a million (entry E-29 of the ledger). */
  layers: choiceField('drawn', ['drawn', 'million']),
  dropoutRate: numberField(0.5, { min: 0, max: 0.9 }, { step: 0.05 }),
  dropoutSeed: seedField(),
  precision: precisionField,
};
export type State = StateOf<typeof fields>;

/** Number of components of a query in one head of the pipeline (attention step by step). */
export const headWidth = ({ heads }: Pick<State, 'heads'>): number => D_MODEL / Number(heads);

/** Number of columns of the matrix that a step of multi-head attention produces. */
export function columnsOf({ step, tokens, heads }: Pick<State, 'step' | 'tokens' | 'heads'>) {
  if (step === 'split' || step === 'heads') return headWidth({ heads });
  return step === 'scores' || step === 'logits' || step === 'weights' ? tokens : D_MODEL;
}

/** Limits the selected head and the selected cell to existing ones. */
export const constrain = (state: State): State => ({
  ...state,
  head: Math.min(state.head, Number(state.heads)),
  row: Math.min(state.row, state.tokens),
  column: Math.min(state.column, columnsOf(state)),
});
