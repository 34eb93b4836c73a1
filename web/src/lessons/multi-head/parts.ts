// SPDX-License-Identifier: MIT
import { sentenceLanguage } from '../../engine/sentences/languages.ts';
import type { Scene } from '../../lesson/define.ts';
import type { Numbers, State } from './heads.ts';
import type messages from './messages.en.json';

export type Texts = typeof messages;
export type HeadsScene = Scene<State, Numbers, Texts>;

export const parts = {
  /** `sentence`: the words. `top`: their position, from 0 (middle) to 1 (top). */
  sentence: 0,
  top: 0,
  /** `heads`: the weights of two heads. `scores`, `weights`: one row and its weights. `unknown`: their placeholder. */
  heads: 0,
  scores: 0,
  weights: 0,
  unknown: 0,
  /** `join`: a word's computation in both heads. `count`: the layer's matrices. `narrow`: keys of a head of width 2. */
  join: 0,
  count: 0,
  narrow: 0,
  /** `next`: the next word, with and without a head. `cross`: cross-attention between two texts. */
  next: 0,
  cross: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

export const decimal = ({ i18n }: HeadsScene, value = Number.NaN, decimals = 2): string =>
  Number.isFinite(value) ? i18n.number(value, { decimals }) : '–';

/** The word, except that Chinese texts have a full-width comma in place of the model's comma. */
export const shownWord = ({ i18n }: HeadsScene, word = ''): string =>
  word === ',' && sentenceLanguage(i18n.language) !== 'en' ? '，' : word;
