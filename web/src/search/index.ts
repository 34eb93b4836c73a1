// SPDX-License-Identifier: MIT
// Full-text search and its tokenizer, which splits Chinese text into overlapping pairs of characters (bigrams).
import MiniSearch, { type SearchResult } from 'minisearch';
import { fold } from './fold.ts';
import { type Item, KINDS } from './item.ts';

/** Matches Chinese characters, or letters, digits and symbols with hyphens, underscores and points inside. */
const WORDS =
  /\p{sc=Han}+|(?:(?!\p{sc=Han})[\p{L}\p{N}∂‖∞])+(?:[-_.](?:(?!\p{sc=Han})[\p{L}\p{N}])+)*/gu;
const HAN = /^\p{sc=Han}/u;
const LATIN_PARTS = /[-_.]/;
/** Matches compounds of words, such as "multi-head", but not "E-12" or "d_k". */
const WHOLE_WORDS = /^\p{L}{2,}(?:-\p{L}{2,})+$/u;
/** Matches words of questions that do not name the subject. The text is already folded (`fold`). */
const QUESTION =
  /\b(?:an?|by|do|does|how|in|is|are|of|the|to|we|what|why)\b|[为是]?什么[是叫要]?|为何|如何|怎么?样?|[的吗呢]/g;
/** Matches the ending of an English plural. The rest of the word is a prefix of the singular and of the plural. */
const PLURAL = /(?<=^[a-z]{3,})(?:(?<=[sxz]|[cs]h)es|ies|(?<![aius])s)$/;
/** The fields in which adjacent words are also joined, so that "multihead" finds "multi-head". */
const NAMES = ['title', 'alias'];

/**
 * Splits a text into tokens. Example: "E-12, 注意力" gives e-12, e, 12, 注意, 意力, 力. The last Chinese character is a token,
 * because a search for one character finds the tokens that begin with it.
 */
export function tokenize(text: string, field = ''): string[] {
  const tokens = wordsOf(text).flatMap((word) => {
    if (HAN.test(word)) return [...new Set([...pairsOf(word), ...[...word].slice(-1)])];
    const parts = word.split(LATIN_PARTS);
    return parts.length > 1 ? [word, ...parts] : [word];
  });
  if (!NAMES.includes(field)) return tokens;
  return [...tokens, ...joined(tokens.filter((one) => !HAN.test(one) && !LATIN_PARTS.test(one)))];
}

/** Splits a query into tokens, but not compounds such as "E-12", because their parts would match unrelated texts. */
function tokenizeQuery(text: string): string[] {
  const words = wordsOf(fold(text).replace(QUESTION, ' '));
  return (words.length > 0 ? words : wordsOf(text)).flatMap((word) => {
    if (HAN.test(word)) return pairsOf(word);
    const parts = WHOLE_WORDS.test(word) ? word.split('-') : [word];
    return parts.map((part) => part.replace(PLURAL, ''));
  });
}

/** Converts a name to a key that is equal for all its forms: "Dot products" and "dot-product". */
const keyOf = (name: string): string => tokenizeQuery(name).join(' ');

const wordsOf = (text: string): string[] => fold(text).match(WORDS) ?? [];

const pairsOf = (word: string): string[] => {
  const characters = [...word];
  return characters.length === 1 ? characters : joined(characters);
};

/** Joins each part with the next one. */
const joined = (parts: readonly string[]): string[] =>
  parts.slice(1).map((part, i) => `${parts[i]}${part}`);

const LONGEST = 20;

/** If no item of a kind matches all words of a query, a result must match at least this share of them. */
const MOST_WORDS = 2 / 3;

/**
 * Returns a function that finds the items that match every word of a query. An item matches a word if it contains the
 * word or a longer word that begins with it. In words of more than five letters, one letter may be wrong, missing or
 * added. If no item of a kind matches all words, items that match most words are found (`MOST_WORDS`), because
 * questions often contain words that no text contains. At most twenty results of each kind are found: first those with
 * the query as title or synonym, then the others by relevance.
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
  const names = items.map(({ title, alias }) => new Set([title, ...alias.split(', ')].map(keyOf)));
  search.addAll(items.map((item, id) => ({ ...item, id })));
  const findMost = (wanted: string) => {
    const all = search.search(wanted, { combineWith: 'OR' });
    const words = new Set(tokenizeQuery(wanted));
    return all.filter(({ queryTerms }) => new Set(queryTerms).size >= MOST_WORDS * words.size);
  };
  return (wanted) => {
    const key = keyOf(wanted);
    const isNamed = ({ id }: SearchResult) => Number(names[id]?.has(key));
    const sorted = (results: readonly SearchResult[]) =>
      results.toSorted((a, b) => isNamed(b) - isNamed(a)).map(({ id }) => items[id] as Item);
    const all = sorted(search.search(wanted));
    const most = sorted(findMost(wanted));
    return KINDS.flatMap((kind) => {
      const whole = all.filter((item) => item.kind === kind);
      const found = whole.length > 0 ? whole : most.filter((item) => item.kind === kind);
      return found.slice(0, LONGEST);
    });
  };
}
