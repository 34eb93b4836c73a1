// SPDX-License-Identifier: MIT
import {
  choiceField,
  type Field,
  initialState,
  listField,
  numberField,
  numbersField,
  precisionField,
  type Range,
  type StateOf,
  seedField,
  WHOLE,
} from '../../state/fields.ts';
import { wordsField } from '../words-field.ts';
import { tokenise } from './tokens.ts';

/** How tokens are projected to queries and keys: not at all, with one shared projection, or with two. */
export const PROJECTIONS = ['none', 'shared', 'two'] as const;
export type Projection = (typeof PROJECTIONS)[number];

/** Number of components of a query or key in a head of the sentence model. */
export const HEAD_WIDTH = 16;

export const MOST_TOKENS = 12;
export const LONGEST_SENTENCE = 200;
export const DIMENSION_RANGE: Range = { min: 2, max: 300 };
/** The values of the slider for d, and of the curve over d. */
export const D_STOPS: readonly number[] = [
  ...[2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 96, 128, 192],
  DIMENSION_RANGE.max,
];
export const DEVIATION_RANGE: Range = { min: 0.02, max: 2 };
const CIRCLE_START: readonly number[] = [2, 1, 0, 0, 0, 0];

/** The sentence in line 18 of document 003, a source text of the lesson (web/src/ledger). */
const SENTENCE = 'Hello, how are you?';

// Cuts a text after a number of code points. A cut after UTF-16 code units could leave half of a surrogate pair.
const withinLength = (text: string): string => Array.from(text).slice(0, LONGEST_SENTENCE).join('');

const sentenceField: Field<string> = {
  initial: SENTENCE,
  read: (text) => {
    if (tokenise(text).length === 0) return { value: SENTENCE, problem: 'empty' };
    const value = withinLength(text);
    return value === text ? { value } : { value, problem: 'too-long' };
  },
  write: (value) => value,
  within: withinLength,
  between: (_from, to) => to,
  control: undefined,
};

export const fields = {
  /** The reader's sentence, three tokens in the plane, or three tokens in a circle. */
  figure: choiceField('words', ['words', 'tokens', 'circle']),
  /** The reader's sentence. If it is empty, the lesson uses its example sentence. */
  words: wordsField(MOST_TOKENS),
  /** The head of the sentence model whose matrices are used. */
  head: choiceField('1', ['1', '2']),
  projection: choiceField('none', PROJECTIONS),
  /** How many components of queries and keys (d_k) are used. */
  width: numberField(HEAD_WIDTH, { min: 1, max: HEAD_WIDTH }, WHOLE),
  /** Tokens A, B and C in the plane, as in entry E-35 of the errata (web/src/ledger): two coordinates each. */
  vectors: listField([1, 0, 3, 0, 0, 1], { min: -10, max: 10 }, { step: 0.1 }),
  circleKind: choiceField('symmetric', ['symmetric', 'two']),
  /**
   * The scores of the three tokens in a circle: of A for B, B for C and C for A, then of B for A, C for B and A for C.
   * If scores are symmetric, the first three apply in both directions.
   */
  circle: numbersField(CIRCLE_START, { min: -5, max: 5 }, CIRCLE_START.length, { step: 0.1 }),
  /** The matrix that a narrow stage (the figure with its controls) shows, because it has room for only one. */
  matrix: choiceField('weights', ['scores', 'weights']),
  /** The sentence that gets random embeddings in Verify (the lesson's second view). */
  sentence: sentenceField,
  /** Seed of the sentence's embeddings and projections. */
  seed: seedField(),
  /** Number of components of an embedding, d, and their standard deviation σ. */
  dimension: numberField(300, DIMENSION_RANGE, { ...WHOLE, scale: 'log', stops: D_STOPS }),
  deviation: numberField(1, DEVIATION_RANGE, { scale: 'log' }),
  /** The selected token of the sentence, counted from 1. */
  row: numberField(3, { min: 1, max: MOST_TOKENS }, WHOLE),
  /** The variable on the x axis of the curve in Verify. */
  axis: choiceField('deviation', ['deviation', 'dimension']),
  divisor: choiceField('sqrt_dk', ['sqrt_dk', 'none']),
  precision: precisionField,
};
export type State = StateOf<typeof fields>;

export const INITIAL: State = initialState(fields);
export const with_ = (change: Partial<State>): State => Object.freeze({ ...INITIAL, ...change });

/** Three tokens, each of which is shorter than the one before and points 45° away from it. */
export const LINE: State = with_({ figure: 'tokens', vectors: [8, 0, 3, 3, 0, 2] });

/** The tokens that get random embeddings: the first tokens of the sentence. */
export const tokensOf = ({ sentence }: Pick<State, 'sentence'>): string[] =>
  tokenise(sentence).slice(0, MOST_TOKENS);

/** The number of tokens of the sentence that are omitted in Verify (the lesson's second view). */
export const leftOut = ({ sentence }: Pick<State, 'sentence'>): number =>
  Math.max(tokenise(sentence).length - MOST_TOKENS, 0);

/**
 * Limits the selected token to existing ones. If a link has too few scores for the circle, the initial scores replace
 * the missing ones.
 */
export function constrain(state: State): State {
  const row = Math.min(state.row, Math.max(tokensOf(state).length, 1));
  const { circle } = state;
  const isWhole = circle.length === CIRCLE_START.length;
  return {
    ...state,
    row,
    circle: isWhole ? circle : CIRCLE_START.map((start, i) => circle[i] ?? start),
  };
}
