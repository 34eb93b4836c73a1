// SPDX-License-Identifier: MIT
import {
  choiceField,
  initialState,
  listField,
  numberField,
  precisionField,
  type Range,
  type StateOf,
  WHOLE,
} from '../../state/fields.ts';
import { countsOf, RECIPES } from './recipes.ts';

/** The steps of attention, as in lines 14–15 of document 000 (a source text, see web/src/ledger). */
export const STEPS = ['scores', 'scale', 'mask', 'softmax', 'output'] as const;
export type Step = (typeof STEPS)[number];

/**
 * The axis lengths that the reader can change: the number of queries, the number of keys (also that of values), and the
 * widths of queries, keys and values.
 */
export const SIDES = ['queries', 'keys', 'd_q', 'd_k', 'd_v'] as const;

export const PLANE_RANGE: Range = { min: -6, max: 6 };
export const COUNT_RANGE: Range = { min: 0, max: 9 };
export const MINUTES_RANGE: Range = { min: 0, max: 80 };
export const ENERGY_RANGE: Range = { min: 0, max: 700 };

const arrow = (x: number, y: number) => listField([x, y], PLANE_RANGE, { step: 0.1 });

export const fields = {
  /**
   * Which figure is shown: arrows in the plane, the searched titles, or the recipes' contents with their weighted mean.
   */
  figure: choiceField('arrows', ['arrows', 'titles', 'contents']),
  /** The coordinates of the tips of three arrows: the query and two keys. */
  query: arrow(4, 1),
  key: arrow(2, 1.5),
  other: arrow(1, 2.5),
  /** The function that computes the score of a query and a key. `scaled` is the dot product divided by √d_k. */
  measure: choiceField('dot', ['dot', 'cosine', 'scaled']),
  /** The count of each word of the vocabulary in the search. */
  words: listField(countsOf({ ginger: 1, tea: 1 }), COUNT_RANGE, WHOLE),
  /** The contents of the recipes: minutes and kilocalories, with one number for each recipe. */
  minutes: listField(
    RECIPES.map(({ minutes }) => minutes),
    MINUTES_RANGE,
  ),
  energy: listField(
    RECIPES.map(({ energy }) => energy),
    ENERGY_RANGE,
  ),
  temperature: numberField(1, { min: 0.01, max: 100 }, { scale: 'log' }),
  /** The number of the masked recipe, counted from 1; 0 if there is none. */
  hidden: numberField(0, { min: 0, max: RECIPES.length }, WHOLE),
  step: choiceField('scores', STEPS),
  /** The axis lengths of the tensors, in the order of `SIDES`. */
  sides: listField([2, 5, 3, 3, 7], { min: 1, max: 8 }, WHOLE),
  precision: precisionField,
};
export type State = StateOf<typeof fields>;

export const INITIAL: State = initialState(fields);
export const with_ = (change: Partial<State>): State => Object.freeze({ ...INITIAL, ...change });
