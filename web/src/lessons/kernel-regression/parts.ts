// SPDX-License-Identifier: MIT
// The parts of the figure, and what all of them use.
import type { Scene } from '../../lesson/define.ts';
import type messages from './messages.en.json';
import type { Numbers, Point, State } from './people.ts';

export type Texts = typeof messages;
export type PeopleScene = Scene<State, Numbers, Texts>;

/** What the figure shows: 1 full, 0 nothing. */
export const parts = {
  /** The plot of the three people above the line of waists. */
  line: 1,
  /** The distances from the query, or the bell with its height at each person, or the table of all numbers. */
  distances: 0,
  bell: 0,
  table: 0,
  /** The letters of the formula at the parts of the plot. */
  letters: 0,
  /** The weights as bands to the answer, and the place of an answer that is not known yet. */
  answer: 1,
  unknown: 0,
  curve: 0,
  mean: 0,
  /** The map of people with two numbers each. */
  map: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

/** At most two decimals, and as few as the number needs. */
export const short = ({ i18n }: PeopleScene, value: number) =>
  i18n.number(Math.round(value * 100) / 100, { digits: 6 });

export const decimal = ({ i18n }: PeopleScene, value: number, decimals: number) =>
  i18n.number(value, { decimals });

export const pathOf = (points: readonly Point[]) =>
  points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
