// SPDX-License-Identifier: MIT
// The parts of the figure, and definitions that its files share.
import { sentenceLanguage } from '../../engine/sentences/languages.ts';
import type { Scene } from '../../lesson/define.ts';
import type { Numbers, State } from './heads.ts';
import type messages from './messages.en.json';

export type Texts = typeof messages;
export type HeadsScene = Scene<State, Numbers, Texts>;

export const parts = {
  /** The sentence, and its position: 0 in the middle, 1 at the top. */
  sentence: 0,
  top: 0,
  /** The weights of the two heads; one row of scores, its weights, and the placeholder of unknown weights. */
  heads: 0,
  scores: 0,
  weights: 0,
  unknown: 0,
  /** The word's computation through both heads; the layer's matrices; the keys of a narrow head. */
  join: 0,
  count: 0,
  narrow: 0,
  /** The next word, with and without a head; and cross-attention between two texts. */
  next: 0,
  cross: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

export const decimal = ({ i18n }: HeadsScene, value = Number.NaN, decimals = 2): string =>
  Number.isFinite(value) ? i18n.number(value, { decimals }) : '–';

/** The word, except that Chinese texts have a full-width comma in place of the model's comma. */
export const shownWord = ({ i18n }: HeadsScene, word = ''): string =>
  word === ',' && sentenceLanguage(i18n.language) !== 'en' ? '，' : word;
