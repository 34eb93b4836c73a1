// SPDX-License-Identifier: MIT
import type { Divisor, Precision } from '../../engine/index.ts';
import {
  choiceField,
  type Field,
  type Fields,
  initialState,
  listField,
  numberField,
  numbersField,
  type Range,
  WHOLE,
} from '../../state/fields.ts';
import { wordsField } from '../words-field.ts';
import { tokenise } from './tokens.ts';

/** The figure that the lesson shows: the reader's sentence, three tokens in the plane, or three tokens in a circle. */
const FIGURES = ['words', 'tokens', 'circle'] as const;

/** How tokens are projected to queries and keys: not at all, with one shared projection, or with two. */
export const PROJECTIONS = ['none', 'shared', 'two'] as const;
export type Projection = (typeof PROJECTIONS)[number];

/** The variable on the x axis of the curve in Verify (the lesson's second view). */
const AXES = ['deviation', 'dimension'] as const;
export type CurveAxis = (typeof AXES)[number];

/** Whether the scores of the three tokens in a circle are symmetric. */
const CIRCLE_KINDS = ['symmetric', 'two'] as const;
export type CircleKind = (typeof CIRCLE_KINDS)[number];

/** Number of components of a query or key in a head of the sentence model. */
export const HEAD_WIDTH = 16;

export interface State {
  readonly figure: (typeof FIGURES)[number];
  /** The reader's sentence. If it is empty, the lesson uses its own. */
  readonly words: readonly string[];
  /** The head of the sentence model whose matrices are used. */
  readonly head: '1' | '2';
  readonly projection: Projection;
  /** How many components of queries and keys (d_k) are used. */
  readonly width: number;
  /** Tokens A, B and C in the plane: two coordinates each. */
  readonly vectors: readonly number[];
  readonly circleKind: CircleKind;
  /**
   * The scores of the three tokens in a circle: of A for B, B for C and C for A, then of B for A, C for B and A for C.
   * If scores are symmetric, the first three apply in both directions.
   */
  readonly circle: readonly number[];
  /** The matrix that a narrow stage (the figure with its controls) shows, because it has room for only one. */
  readonly matrix: 'scores' | 'weights';
  /** The sentence that gets random embeddings in Verify (the lesson's second view). */
  readonly sentence: string;
  /** Seed of the sentence's embeddings and projections. */
  readonly seed: number;
  /** Number of components of an embedding, d, and their standard deviation σ. */
  readonly dimension: number;
  readonly deviation: number;
  /** The selected token of the sentence, counted from 1. */
  readonly row: number;
  readonly axis: CurveAxis;
  readonly divisor: Extract<Divisor, 'sqrt_dk' | 'none'>;
  readonly precision: Precision;
}

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

// The limit applies to code points instead of UTF-16 code units, because half of a surrogate pair is invalid.
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

export const fields: Fields<State> = {
  figure: choiceField('words', FIGURES),
  words: wordsField(MOST_TOKENS),
  head: choiceField<State['head']>('1', ['1', '2']),
  projection: choiceField<Projection>('none', PROJECTIONS),
  width: numberField(HEAD_WIDTH, { min: 1, max: HEAD_WIDTH }, WHOLE),
  // These vectors are the example in entry E-35 of the errata (web/src/ledger).
  vectors: listField([1, 0, 3, 0, 0, 1], { min: -10, max: 10 }, { step: 0.1 }),
  circleKind: choiceField<CircleKind>('symmetric', CIRCLE_KINDS),
  circle: numbersField(CIRCLE_START, { min: -5, max: 5 }, CIRCLE_START.length, { step: 0.1 }),
  matrix: choiceField<State['matrix']>('weights', ['scores', 'weights']),
  sentence: sentenceField,
  seed: numberField(1, { min: 0, max: 999_999 }, { ...WHOLE, seed: true }),
  dimension: numberField(300, DIMENSION_RANGE, { ...WHOLE, scale: 'log', stops: D_STOPS }),
  deviation: numberField(1, DEVIATION_RANGE, { scale: 'log' }),
  row: numberField(3, { min: 1, max: MOST_TOKENS }, WHOLE),
  axis: choiceField<CurveAxis>('deviation', AXES),
  divisor: choiceField<State['divisor']>('sqrt_dk', ['sqrt_dk', 'none']),
  precision: choiceField<Precision>('float64', ['float64', 'float32']),
};

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
 * Limits the selected token to existing ones. If a link has too few scores for the circle, the initial ones are
 * appended.
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
