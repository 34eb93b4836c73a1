// SPDX-License-Identifier: MIT
import type { Scene } from '../../lesson/define.ts';
import type messages from './messages.en.json';
import type { Numbers, State } from './numbers.ts';

export type Texts = typeof messages;
export type LearningScene = Scene<State, Numbers, Texts>;

/** What the figure shows: 1 full, 0 nothing. */
export const parts = {
  /** The six letters with their bands; beside them the costs, or the curve of the loss. */
  letters: 0,
  bands: 1,
  costs: 0,
  curve: 0,
  /** The curve with one matrix, and the place of what is not known yet. */
  one: 0,
  unknown: 0,
  /** The list and what two models say; where they look; the sentence; and the bars. */
  list: 0,
  layers: 0,
  sentence: 0,
  worth: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

/** Losses and costs have two or three decimals. */
export const lossText = (
  { i18n }: Pick<LearningScene, 'i18n'>,
  loss: number,
  decimals = 3,
): string => i18n.number(loss, { decimals });
