// SPDX-License-Identifier: MIT
// Names and number formats that all parts of the lesson share.
import type { StageScene } from '../define-lesson.ts';
import { indexed } from '../indexed.ts';
import type messages from './bench/messages.en.json';
import type { Numbers } from './session.ts';
import { KINDS, type State } from './state.ts';

export type Texts = typeof messages;
export type Scene = StageScene<State, Numbers, Texts>;

export const queryName = (i: number): string => indexed('q', i);
export const keyName = (j: number): string => indexed('k', j);

/** A number in a formula or a sentence, with four significant digits. */
export const short = ({ i18n }: Pick<Scene, 'i18n'>, x: number): string =>
  i18n.number(x, { digits: 4 });
/**
 * A result with the number of digits that the reader chose in the settings, but at most `usual`, unless the reader
 * chose `full`.
 */
export const result = ({ i18n }: Scene, x = Number.NaN, usual = 5): string => i18n.result(x, usual);
export const share = ({ i18n }: Scene, x = Number.NaN): string => i18n.percent(x, 1);

/** The indices of a query and a key: the selected query, and the key under the pointer, or else the selected key. */
export const pairOf = ({ state, active }: Scene): readonly [query: number, key: number] => [
  state.query - 1,
  active ?? state.key - 1,
];

/**
 * For each score function, the index of the key with the highest score for the selected query. Undefined if several
 * keys have this score.
 */
export const bestKeys = ({ state, numbers }: Scene): readonly (number | undefined)[] =>
  KINDS.map((kind) => numbers[kind].best[state.query - 1]);

export const bestName = ({ t }: Scene, best: number | undefined): string =>
  best === undefined ? t('result.tie') : keyName(best);
