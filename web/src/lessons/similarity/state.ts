// SPDX-License-Identifier: MIT
import type { Precision } from '../../engine/index.ts';
import {
  choiceField,
  type Fields,
  listField,
  numberField,
  type Range,
  readWithin,
  WHOLE,
  within,
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
  words: listField(countsOf({ ginger: 1, tea: 1 }), COUNT_RANGE, WHOLE),
  minutes: listField(
    RECIPES.map(({ minutes }) => minutes),
    MINUTES_RANGE,
  ),
  energy: listField(
    RECIPES.map(({ energy }) => energy),
    ENERGY_RANGE,
  ),
  temperature: numberField(1, TEMPERATURE_RANGE),
  hidden: numberField(0, { min: 0, max: RECIPES.length }, WHOLE),
  step: choiceField<Step>('scores', STEPS),
  sides: listField([2, 5, 3, 3, 7], SIDE_RANGE, WHOLE),
  precision: choiceField<Precision>('float64', ['float64', 'float32']),
};

/** The state as its own link would give it back: nothing on the page can leave the ranges. */
export const withinRanges = (state: State): State => within(fields, state);

export const readLink = (params: URLSearchParams) => readWithin(fields, params, withinRanges);
