// SPDX-License-Identifier: MIT
import type { Scene } from '../../lesson/define.ts';
import type { Numbers, State } from './lookup.ts';
import type messages from './messages.en.json';

export type LookupTexts = typeof messages;
export type LookupScene = Scene<State, Numbers, LookupTexts>;

export const parts = {
  /** The plane with two keys, and their scores. */
  plane: 0,
  /** The computation of the scores: sums of products, or projections of the keys on the query. */
  products: 0,
  shadows: 0,
  people: 0,
  /** The titles with the words of the search marked, and their scores. */
  titles: 0,
  /** The cosines of the titles, or their weights. */
  cosines: 0,
  weights: 0,
  /** The minutes of the recipes, the output, and all of these on an axis. */
  minutes: 0,
  output: 0,
  axis: 0,
  /** The placeholder of an unknown answer. */
  unknown: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

export const decimal = ({ i18n }: LookupScene, value: number, decimals: number): string =>
  Number.isFinite(value) ? i18n.number(value, { decimals }) : '–';

export const scoreText = ({ i18n }: LookupScene, value: number): string =>
  i18n.number(value, { digits: 4 });

/** A factor of a product, in parentheses if it is negative. */
export const factor = ({ i18n }: LookupScene, value: number, decimals?: number): string => {
  const text = i18n.number(value, decimals === undefined ? { digits: 4 } : { decimals });
  return value < 0 ? `(${text})` : text;
};
