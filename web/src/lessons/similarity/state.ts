// SPDX-License-Identifier: MIT
import type { Precision } from '../../engine/index.ts';
import { countsOf, RECIPES } from './recipes.ts';

/** The inputs of the page Verify: two keys in the plane, a search among the recipes, and shapes of tensors. */
export interface State {
  /** The coordinates of the tips of three arrows: the query and two keys. */
  readonly query: readonly number[];
  readonly key: readonly number[];
  readonly other: readonly number[];
  /** The function that computes the score of a query and a key. `scaled` is the dot product divided by √d_k. */
  readonly measure: 'dot' | 'cosine' | 'scaled';
  /** The count of each word of the vocabulary in the search. */
  readonly words: readonly number[];
  /** The contents of the recipes: minutes and kilocalories, with one number for each recipe. */
  readonly minutes: readonly number[];
  readonly energy: readonly number[];
  readonly temperature: number;
  /** The number of the masked recipe, counted from 1; 0 if there is none. */
  readonly hidden: number;
  /**
   * Axis lengths of tensors: batch, heads, the number of queries, the number of keys (also that of values), and the
   * widths of queries, keys and values.
   */
  readonly sides: readonly number[];
  readonly precision: Precision;
}

export const EXAMPLE: State = Object.freeze({
  query: [4, 1],
  key: [2, 1.5],
  other: [1, 2.5],
  measure: 'dot',
  words: countsOf({ ginger: 1, tea: 1 }),
  minutes: RECIPES.map(({ minutes }) => minutes),
  energy: RECIPES.map(({ energy }) => energy),
  temperature: 1,
  hidden: 0,
  sides: [2, 4, 2, 5, 3, 3, 7],
  precision: 'float64',
});
export const with_ = (change: Partial<State>): State => Object.freeze({ ...EXAMPLE, ...change });
