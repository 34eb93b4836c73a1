// SPDX-License-Identifier: MIT
// Full-text search and its tokenizer, which splits Chinese text into overlapping pairs of characters (bigrams).
import MiniSearch from 'minisearch';
import { type Item, KINDS } from './item.ts';

const WORDS = /\p{Script=Han}+|[\p{L}\p{N}√∂‖]+(?:[-_.][\p{L}\p{N}]+)*/gu;
const HAN = /^\p{Script=Han}/u;
const LATIN_PARTS = /[-_.]/;

/** Splits a text into tokens. Example: "E-12, 注意力" gives e-12, e, 12, 注意, 意力. */
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

/**
 * Splits a query into tokens like a text, but does not split compounds: "E-12" gives only e-12. The parts e and 12
 * alone would also match unrelated texts.
 */
const tokenizeQuery = (text: string): string[] =>
  text.split(/[\s,，、?？]+/).flatMap((word) => tokenize(word).slice(0, wholeOf(word)));

const LONGEST = 20;

/** If no item matches all words of a query, a result must match at least this share of them. */
const MOST_WORDS = 2 / 3;

/**
 * Returns a function that finds the items that match every word of a query. An item matches a word if it contains the
 * word or a longer word that begins with it. In words of more than five letters, one letter may be wrong, missing or
 * added. If no item matches all words, the function finds items that match most of them (`MOST_WORDS`), because a
 * question usually contains some words that no text contains. It returns at most twenty results of each kind, sorted by
 * relevance.
 */
export function searcher(items: readonly Item[]): (wanted: string) => readonly Item[] {
  const search = new MiniSearch<Item & { id: number }>({
    fields: ['name', 'title', 'alias', 'text'],
    tokenize,
    searchOptions: {
      tokenize: tokenizeQuery,
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) => (term.length > 5 && !HAN.test(term) ? 1 : false),
      boost: { name: 4, title: 4, alias: 3 },
    },
  });
  search.addAll(items.map((item, id) => ({ ...item, id })));
  const findMost = (wanted: string) => {
    const all = search.search(wanted, { combineWith: 'OR' });
    const words = new Set(tokenizeQuery(wanted));
    return all.filter(({ queryTerms }) => new Set(queryTerms).size >= MOST_WORDS * words.size);
  };
  return (wanted) => {
    const whole = search.search(wanted);
    const found = (whole.length > 0 ? whole : findMost(wanted)).map(({ id }) => items[id] as Item);
    return KINDS.flatMap((kind) => found.filter((item) => item.kind === kind).slice(0, LONGEST));
  };
}

/**
 * The number of tokens of a query word that are searched for. Latin script: only the first token, which is the whole
 * word (the other tokens are parts of a compound such as "multi-head"). Chinese: all tokens.
 */
const wholeOf = (word: string) => (HAN.test(word) ? Number.POSITIVE_INFINITY : 1);
