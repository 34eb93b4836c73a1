// SPDX-License-Identifier: MIT
import type { SentenceModel } from '../engine/index.ts';
import sentences from '../lesson/sentences.json';
import type { Field } from '../state/fields.ts';

/** The maximum number of words of a sentence that fits into a figure. */
export const MOST_WORDS = 9;
const MOST_CHARACTERS = 20;

/** The sentence that a lesson shows, and the words that the model knows. */
export interface OwnWords {
  readonly written: readonly string[];
  readonly vocabulary: readonly string[];
}

/**
 * `written`: the reader's words, or the sentence of the course if there are none. `known`: the first `MOST_WORDS` of
 * the written words that the model knows; none without a model.
 */
export function ownWords(
  words: readonly string[],
  model: SentenceModel | undefined,
  usual: readonly string[] = (model && sentences[model.language][0]) ?? [],
): OwnWords & { readonly known: readonly string[] } {
  const written = words.length > 0 ? words : usual;
  const vocabulary = model?.words ?? [];
  const known = written.filter((word) => vocabulary.includes(word)).slice(0, MOST_WORDS);
  return { written, vocabulary, known };
}

/**
 * A field that contains a sentence as a list of words. In a link, spaces separate the words. This includes Chinese
 * words, because the words are the tokens of the model, and the link must preserve them. Default: empty.
 * @param longest  maximum number of words
 */
export function wordsField(longest: number): Field<readonly string[]> {
  const within = (words: readonly string[]): readonly string[] => {
    const inside = words
      .slice(0, longest)
      .map((word) => [...word].slice(0, MOST_CHARACTERS).join(''));
    const isSame = inside.length === words.length && inside.every((word, i) => word === words[i]);
    // If nothing changed, the same array is returned, so that results cached for this array stay valid.
    return isSame ? words : inside;
  };
  return {
    initial: [],
    read(text) {
      const words = text.split(/\s+/u).filter((word) => word !== '');
      const value = within(words);
      return value === words ? { value } : { value, problem: 'too-long' };
    },
    write: (words) => words.join(' '),
    within,
    between: (_from, to) => to,
    control: undefined,
  };
}
