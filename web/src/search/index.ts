// SPDX-License-Identifier: MIT
// How things are found, and how words are cut: Latin ones as they stand, Chinese ones two characters at a time.
import MiniSearch from 'minisearch';
import { type Item, KINDS } from './item.ts';

const WORDS = /\p{Script=Han}+|[\p{L}\p{N}√∂‖]+(?:[-_.][\p{L}\p{N}]+)*/gu;
const HAN = /^\p{Script=Han}/u;
const LATIN_PARTS = /[-_.]/;

/** "E-12, 注意力" gives e-12, e, 12, 注意, 意力. */
export function tokenize(text: string): string[] {
  const words = text.normalize('NFKC').toLowerCase().match(WORDS) ?? [];
  return words.flatMap((word) => {
    if (HAN.test(word)) return pairsOf(word);
    const parts = word.split(LATIN_PARTS);
    return parts.length > 1 ? [word, ...parts] : [word];
  });
}

function pairsOf(word: string): string[] {
  const characters = [...word];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

const LONGEST = 20;

/** Finds what holds all of the words, or the beginnings of words, best first; at most twenty of a kind. */
export function searcher(items: readonly Item[]): (wanted: string) => readonly Item[] {
  const search = new MiniSearch<Item & { id: number }>({
    fields: ['name', 'title', 'alias', 'text'],
    tokenize,
    searchOptions: {
      // What is typed is cut as what is searched, but a word and its parts would ask for too much.
      tokenize: (text) =>
        text.split(/[\s,，、]+/).flatMap((word) => tokenize(word).slice(0, wholeOf(word))),
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) => (term.length > 5 && !HAN.test(term) ? 1 : false),
      boost: { name: 4, title: 4, alias: 3 },
    },
  });
  search.addAll(items.map((item, id) => ({ ...item, id })));
  return (wanted) => {
    const found = search.search(wanted).map(({ id }) => items[id] as Item);
    return KINDS.flatMap((kind) => found.filter((item) => item.kind === kind).slice(0, LONGEST));
  };
}

/** A compound is asked for as a whole, Chinese by each of its pairs. */
const wholeOf = (word: string) => (HAN.test(word) ? Number.POSITIVE_INFINITY : 1);
