// SPDX-License-Identifier: MIT
// The parts of the figure, and what its files share.
import type { Scene } from '../../lesson/define.ts';
import type messages from './messages.en.json';
import type { Numbers, State } from './pairs.ts';

export type Texts = typeof messages;
export type PairsScene = Scene<State, Numbers, Texts>;

/** What the figure shows: 1 full, 0 nothing. */
export const parts = {
  /** A query, a key and their products; and the way from their sum to the axis. */
  pair: 0,
  drop: 0,
  /** The scores of many pairs on the axis; and the scores of a query with its keys. */
  many: 0,
  keys: 0,
  /** The exponent of d in the number by which the scores on the axis are divided. */
  divided: 0,
  /** The weights of the keys with each divisor, and the place of the unknown ones. */
  none: 0,
  root: 0,
  whole: 0,
  unknown: 0,
  /** The gradients of many queries. */
  medians: 0,
  means: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

/** A number with two decimals, unless it is whole. */
export const decimal = ({ i18n }: PairsScene, value = Number.NaN, decimals = 2): string => {
  const isWhole = Number.isInteger(Number(value.toFixed(decimals)));
  return i18n.number(value, { decimals: isWhole ? 0 : decimals });
};
