// SPDX-License-Identifier: MIT
import type { Scene } from '../../lesson/define.ts';
import type texts from './messages.en.json';
import type { Numbers, State } from './orders.ts';

export type Texts = typeof texts;
export type OrderScene = Scene<State, Numbers, Texts>;

/** What the figure shows: 1 full, 0 nothing. */
export const parts = {
  /** The sentence in both orders; whether nothing stands above and below it; and what the second order brings. */
  sentence: 1,
  alone: 0,
  now: 1,
  /** The place of an answer that is not known yet. */
  unknown: 0,
  /** Above and below the sentence: the weights of the verb, or what each word sees. */
  weights: 0,
  sees: 0,
  /** What stands for the places: numbers, the vectors that are added, or what is added to the scores. */
  plain: 1,
  added: 0,
  bias: 0,
  turned: 0,
  table: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

/** The value between two numbers, at a share from 0 to 1. */
export const at = (from: number, to: number, share: number): number => from + (to - from) * share;

export const decimal = ({ i18n }: OrderScene, value: number, decimals = 2): string =>
  i18n.number(value, { decimals });
