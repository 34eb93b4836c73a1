// SPDX-License-Identifier: MIT
// The recipes. Their titles are the keys, and their contents (minutes and kilocalories) are the values.

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

/**
 * Converts the counts of some words to a key or a search: one number for each vocabulary word, 0 for words without a
 * count.
 */
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

/** The spellings of each word in the reader's language, such as "egg" and "eggs". */
export type Forms = (word: Word) => readonly string[];

const LATIN = /[\p{Script=Latin}\p{N}]/u;

/**
 * Counts the words of the vocabulary in a text. In Latin script, a run of letters and digits is one word. In other
 * scripts, words may be adjacent, and the longest match counts.
 * @returns the counts, and the parts of the text that match no word
 */
export function countWords(text: string, forms: Forms): { counts: number[]; unknown: string[] } {
  const known = WORDS.flatMap((word, index) => forms(word).map((form) => ({ form, index }))).sort(
    (a, b) => b.form.length - a.form.length,
  );
  const counts = WORDS.map(() => 0);
  const unknown: string[] = [];
  for (const piece of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let missed = '';
    let place = 0;
    while (place < piece.length) {
      const isLatin = LATIN.test(piece[place] as string);
      const run = isLatin ? (/^[\p{Script=Latin}\p{N}]+/u.exec(piece.slice(place))?.[0] ?? '') : '';
      const found = known.find(({ form }) =>
        isLatin ? form === run : piece.startsWith(form, place),
      );
      if (found === undefined) missed += isLatin ? run : piece[place];
      else counts[found.index] = (counts[found.index] as number) + 1;
      place += isLatin ? run.length : (found?.form.length ?? 1);
    }
    if (missed !== '') unknown.push(missed);
  }
  return { counts, unknown };
}
