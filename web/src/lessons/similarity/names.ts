// SPDX-License-Identifier: MIT
import type { Translate } from '../../i18n/catalogue.ts';
import { RECIPES, type RecipeId, type Word } from './recipes.ts';

export const titleOf = (t: Translate<`title.${RecipeId}`>, index: number): string =>
  t(`title.${RECIPES[index]?.id ?? 'ginger-tea'}`);

/** All spellings of a word in the reader's language, in lower case. */
export const formsOf = (t: Translate<`word.${Word}`>, word: Word): readonly string[] =>
  t(`word.${word}`).toLowerCase().split('|');
