// SPDX-License-Identifier: MIT
// The recipes that are searched. Their titles are keys, their contents values.

/** The vocabulary: one component of a query or of a key for each word. Nine, so √d_k is 3. */
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
  /** How often each word stands in the title, in every language. */
  readonly key: readonly number[];
  readonly minutes: number;
  /** In kilocalories. */
  readonly energy: number;
}

/** A row of counts: a key, or a search. */
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

/** A vocabulary as readers write it: the forms of each word, "egg" and "eggs". */
export type Forms = (word: Word) => readonly string[];

const LATIN = /[\p{Script=Latin}\p{N}]/u;

/**
 * How often each word stands in a text. Letters form words of their own; characters of other scripts
 * may stand side by side, and the longest form counts.
 * @returns the counts, and what is in no form
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
