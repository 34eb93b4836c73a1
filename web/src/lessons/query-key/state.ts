// SPDX-License-Identifier: MIT
import type { Divisor, Precision } from '../../engine/index.ts';
import {
  choiceField,
  type Field,
  type Fields,
  numberField,
  numbersField,
  type Range,
  readWithin,
  WHOLE,
} from '../../state/fields.ts';
import { tokenise } from './tokens.ts';

/** How tokens become queries and keys: as they are, by one projection, or by one each. */
export const PROJECTIONS = ['none', 'shared', 'two'] as const;
export type Projection = (typeof PROJECTIONS)[number];

/** What the curve runs over. */
export const AXES = ['deviation', 'dimension'] as const;
export type CurveAxis = (typeof AXES)[number];

/** Whether the scores of the three tokens in a circle are tied in pairs. */
export const CIRCLE_KINDS = ['symmetric', 'two'] as const;
export type CircleKind = (typeof CIRCLE_KINDS)[number];

export type LessonDivisor = Extract<Divisor, 'sqrt_dk' | 'none'>;

/** All that the lesson shows is computed from this. */
export interface State {
  readonly sentence: string;
  /** Of the embeddings and the projections. */
  readonly seed: number;
  readonly projection: Projection;
  /** Of an embedding, d. */
  readonly dimension: number;
  /** Of an embedding's components, σ. */
  readonly deviation: number;
  readonly divisor: LessonDivisor;
  /** The token that is looked at, from 1. */
  readonly row: number;
  readonly axis: CurveAxis;
  readonly circleKind: CircleKind;
  /** Scores A→B, B→C, C→A, then B→A, C→B, A→C, which the first three stand for while symmetric. */
  readonly circle: readonly number[];
  readonly precision: Precision;
}

export const MOST_TOKENS = 12;
export const LONGEST_SENTENCE = 200;
export const SEED_RANGE: Range = { min: 0, max: 999_999 };
export const DIMENSION_RANGE: Range = { min: 2, max: 300 };
export const DEVIATION_RANGE: Range = { min: 0.02, max: 2 };
export const CIRCLE_RANGE: Range = { min: -5, max: 5 };
export const CIRCLE_START: readonly number[] = [2, 1, 0, 0, 0, 0];

/** The document's own (003, line 18). */
const SENTENCE = 'Hello, how are you?';

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
  sentence: sentenceField,
  seed: numberField(1, SEED_RANGE, WHOLE),
  projection: choiceField<Projection>('none', PROJECTIONS),
  dimension: numberField(300, DIMENSION_RANGE, WHOLE),
  deviation: numberField(1, DEVIATION_RANGE),
  divisor: choiceField<LessonDivisor>('sqrt_dk', ['sqrt_dk', 'none']),
  row: numberField(3, { min: 1, max: MOST_TOKENS }, WHOLE),
  axis: choiceField<CurveAxis>('deviation', AXES),
  circleKind: choiceField<CircleKind>('symmetric', CIRCLE_KINDS),
  circle: numbersField(CIRCLE_START, CIRCLE_RANGE, CIRCLE_START.length),
  precision: choiceField<Precision>('float64', ['float64', 'float32']),
};

/** The tokens that are computed with: the first ones of a long sentence. */
export const tokensOf = ({ sentence }: Pick<State, 'sentence'>): string[] =>
  tokenise(sentence).slice(0, MOST_TOKENS);

/** How many tokens of the sentence there is no room for. */
export const leftOut = ({ sentence }: State): number =>
  Math.max(tokenise(sentence).length - MOST_TOKENS, 0);

// By characters, as half of one would be none.
function withinLength(text: string): string {
  return Array.from(text).slice(0, LONGEST_SENTENCE).join('');
}

const clamp = (x: number, { min, max }: Range): number => Math.min(Math.max(x, min), max);
const whole = (x: number, range: Range): number => clamp(Math.round(x), range);

/** The state as its own link would give it back: nothing on the page can leave the ranges. */
export function withinRanges(state: State): State {
  const sentence = withinLength(state.sentence);
  const max = Math.max(tokensOf({ sentence }).length, 1);
  return Object.freeze({
    ...state,
    sentence,
    seed: whole(state.seed, SEED_RANGE),
    dimension: whole(state.dimension, DIMENSION_RANGE),
    deviation: clamp(state.deviation, DEVIATION_RANGE),
    row: whole(state.row, { min: 1, max }),
    circle: CIRCLE_START.map((start, i) => clamp(state.circle[i] ?? start, CIRCLE_RANGE)),
  });
}

/** The token that is looked at has to be one of those that there are. */
export const readLink = (params: URLSearchParams) => readWithin(fields, params, withinRanges);
