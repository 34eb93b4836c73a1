// SPDX-License-Identifier: MIT
import type { Field } from '../state/fields.ts';

const MOST_CHARACTERS = 20;

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
