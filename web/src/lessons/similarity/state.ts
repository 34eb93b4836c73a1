// SPDX-License-Identifier: MIT
import type { Precision } from '../../engine/index.ts';
import {
  choiceField,
  type Fields,
  listField,
  numberField,
  type Problem,
  type Range,
  readState,
} from '../../state/fields.ts';
import { countsOf, RECIPES } from './library.ts';

/** What a query and a key are compared by. */
export const MEASURES = ['dot', 'cosine', 'scaled'] as const;
export type Measure = (typeof MEASURES)[number];

/** The steps of attention (document 000, lines 14–15). */
export const STEPS = ['scores', 'scale', 'mask', 'softmax', 'output'] as const;
export type Step = (typeof STEPS)[number];

/** Which sides of the tensors are the reader's to choose. */
export const SIDES = ['queries', 'keys', 'd_q', 'd_k', 'd_v'] as const;
export type Side = (typeof SIDES)[number];

/** All that the lesson shows is computed from this. */
export interface State {
  /** The arrows' tips. */
  readonly query: readonly number[];
  readonly key: readonly number[];
  readonly other: readonly number[];
  readonly measure: Measure;
  /** How often each word of the vocabulary stands in the search. */
  readonly words: readonly number[];
  /** The recipes' contents, a number a recipe. */
  readonly minutes: readonly number[];
  readonly energy: readonly number[];
  readonly temperature: number;
  /** The recipe that the mask hides, from 1, or 0. */
  readonly hidden: number;
  readonly step: Step;
  /** In the order of `SIDES`. */
  readonly sides: readonly number[];
  readonly precision: Precision;
}

export const PLANE_RANGE: Range = { min: -6, max: 6 };
export const COUNT_RANGE: Range = { min: 0, max: 9 };
export const MINUTES_RANGE: Range = { min: 0, max: 80 };
export const ENERGY_RANGE: Range = { min: 0, max: 700 };
export const TEMPERATURE_RANGE: Range = { min: 0.01, max: 100 };
export const SIDE_RANGE: Range = { min: 1, max: 8 };

export const fields: Fields<State> = {
  query: listField([4, 1], PLANE_RANGE),
  key: listField([2, 1.5], PLANE_RANGE),
  other: listField([1, 2.5], PLANE_RANGE),
  measure: choiceField<Measure>('dot', MEASURES),
  words: listField(countsOf({ ginger: 1, tea: 1 }), COUNT_RANGE),
  minutes: listField(
    RECIPES.map(({ minutes }) => minutes),
    MINUTES_RANGE,
  ),
  energy: listField(
    RECIPES.map(({ energy }) => energy),
    ENERGY_RANGE,
  ),
  temperature: numberField(1, TEMPERATURE_RANGE),
  hidden: numberField(0, { min: 0, max: RECIPES.length }),
  step: choiceField<Step>('scores', STEPS),
  sides: listField([2, 5, 3, 3, 7], SIDE_RANGE),
  precision: choiceField<Precision>('float64', ['float64', 'float32']),
};

const within =
  ({ min, max }: Range) =>
  (x: number): number =>
    Math.min(Math.max(x, min), max);
const whole =
  (range: Range) =>
  (x: number): number =>
    Math.round(within(range)(x));

/** The state as its own link would give it back: nothing on the page can leave the ranges. */
export function withinRanges(state: State): State {
  return Object.freeze({
    ...state,
    query: state.query.map(within(PLANE_RANGE)),
    key: state.key.map(within(PLANE_RANGE)),
    other: state.other.map(within(PLANE_RANGE)),
    words: state.words.map(whole(COUNT_RANGE)),
    minutes: state.minutes.map(within(MINUTES_RANGE)),
    energy: state.energy.map(within(ENERGY_RANGE)),
    temperature: within(TEMPERATURE_RANGE)(state.temperature),
    hidden: whole({ min: 0, max: RECIPES.length })(state.hidden),
    sides: state.sides.map(whole(SIDE_RANGE)),
  });
}

/** Counts and sides are whole numbers, whatever a link says. */
export function readLink(params: URLSearchParams): { state: State; problems: Problem[] } {
  const { state, problems } = readState(fields, params);
  return { state: withinRanges(state), problems };
}
