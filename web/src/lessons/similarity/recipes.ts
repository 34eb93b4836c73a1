// SPDX-License-Identifier: MIT
// The recipes. Their titles are the keys, and their contents (minutes and kilocalories) are the values.
import type { Translate } from '../../i18n/catalogue.ts';

/** The vocabulary. Each word is one component of a query or of a key. There are nine words, so √d_k is 3. */
export const WORDS = [
  'ginger',
  'honey',
  'milk',
  'lemon',
  'tea',
  'egg',
  'rice',
  'noodles',
  'soup',
] as const;
export type Word = (typeof WORDS)[number];

export interface Recipe {
  readonly id: string;
  /** How often each word of the vocabulary occurs in the title. The counts are the same in every language. */
  readonly key: readonly number[];
  readonly minutes: number;
  /** The energy in kilocalories. */
  readonly energy: number;
}

/** The counts of words as a key or a search: one number for each word of `WORDS`, 0 for words without a count. */
export const countsOf = (words: Readonly<Partial<Record<Word, number>>>): readonly number[] =>
  WORDS.map((word) => words[word] ?? 0);

export const RECIPES = [
  { id: 'ginger-tea', key: countsOf({ ginger: 1, tea: 1 }), minutes: 10, energy: 40 },
  { id: 'milk-tea', key: countsOf({ honey: 1, milk: 1, tea: 1 }), minutes: 8, energy: 190 },
  { id: 'tea-eggs', key: countsOf({ tea: 1, egg: 1 }), minutes: 60, energy: 80 },
  { id: 'noodle-soup', key: countsOf({ egg: 1, noodles: 1, soup: 1 }), minutes: 25, energy: 450 },
  { id: 'fried-rice', key: countsOf({ egg: 1, rice: 1 }), minutes: 15, energy: 600 },
  {
    id: 'tea-tea-tea',
    key: countsOf({ tea: 3, milk: 1, honey: 1, lemon: 1 }),
    minutes: 40,
    energy: 320,
  },
] as const satisfies readonly Recipe[];
export type RecipeId = (typeof RECIPES)[number]['id'];

/** The spellings of each word in the reader's language, such as "egg" and "eggs". */
type Forms = (word: Word) => readonly string[];

/** A part of a text: a word of the vocabulary, or the text between such words. */
interface Piece {
  readonly text: string;
  /** The index of the word in `WORDS`; undefined for other text. */
  readonly word?: number;
}

/**
 * Splits a text at the words of the vocabulary. In Latin script, a run of letters and digits is one word. In other
 * scripts, words may be adjacent, and the longest match counts. All other text is in pieces without a word.
 */
export function piecesOf(text: string, forms: Forms): Piece[] {
  const known = WORDS.flatMap((word, index) => forms(word).map((form) => ({ form, index }))).sort(
    (a, b) => b.form.length - a.form.length,
  );
  return (text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu) ?? []).flatMap((run) => {
    const pieces: Piece[] = [];
    const lower = run.toLowerCase();
    let missed = '';
    let place = 0;
    const end = () => {
      if (missed !== '') pieces.push({ text: missed });
      missed = '';
    };
    while (place < run.length) {
      const latin = /^[\p{Script=Latin}\p{N}]+/u.exec(run.slice(place))?.[0];
      const found = known.find(({ form }) =>
        latin === undefined ? lower.startsWith(form, place) : form === latin.toLowerCase(),
      );
      const size = latin?.length ?? found?.form.length ?? 1;
      const own = run.slice(place, place + size);
      if (found === undefined) missed += own;
      else {
        end();
        pieces.push({ text: own, word: found.index });
      }
      place += size;
    }
    end();
    return pieces;
  });
}

export const titleOf = (t: Translate<`title.${RecipeId}`>, index: number): string =>
  t(`title.${RECIPES[index]?.id ?? 'ginger-tea'}`);

/** All spellings of a word in the reader's language, in lower case. */
export const formsOf = (t: Translate<`word.${Word}`>, word: Word): readonly string[] =>
  t(`word.${word}`).toLowerCase().split('|');
