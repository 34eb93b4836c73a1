// SPDX-License-Identifier: MIT
import { lengthOf, sentenceBatches } from '../../../engine/sentences/batches.ts';
import type { Grammar } from '../../../engine/sentences/grammar.ts';
import { grammarOf } from '../../../engine/sentences/grammars.ts';
import { randomOf } from '../../../engine/sentences/random.ts';
import type { Example, SequenceTask } from './task.ts';
import { BATCH, TEST_SEED, TESTS } from './task.ts';

const EXAMPLE_SEED = -2;

/**
 * Index of the word in the example that depends on a distant earlier word. The lesson's text refers to this word in
 * every language, so every example must have one there.
 */
const DECIDED = 7;

/**
 * Whether the word at `DECIDED` is a verb after a noun that is not its subject, or a noun after a clause that separates
 * it from its classifier.
 */
const isDecided = (roles: readonly string[]): boolean =>
  roles[DECIDED - 1] === 'other'
    ? roles[DECIDED] === 'verb'
    : roles[DECIDED - 1] === 'link' && roles[DECIDED] === 'subject';

/** A random sentence of the grammar with a clause and a pronoun, without its last word. */
function sentenceWith(grammar: Grammar): readonly string[] {
  const random = randomOf(EXAMPLE_SEED);
  for (;;) {
    const { words, roles } = grammar.sample(random);
    if (isDecided(roles) && roles.includes('clause-verb') && roles.includes('pronoun'))
      return words.slice(0, -1);
  }
}

function exampleOf(grammar: Grammar, given: readonly string[], own: readonly string[]): Example {
  const isKnown = (word: string) => grammar.tokenOf(word) !== undefined;
  const known = given.filter(isKnown).slice(0, grammar.longest);
  const symbols = known.length > 0 ? known : own;
  return {
    tokens: symbols.map((word) => grammar.tokenOf(word) as number),
    symbols,
    counted: symbols.map(() => true),
    roles: grammar.rolesOf(symbols).map((role) => role ?? ''),
    unknown: given.filter((word) => !isKnown(word)),
  };
}

function taskOf(grammar: Grammar): SequenceTask {
  const own = sentenceWith(grammar);
  return {
    vocabulary: grammar.words,
    length: lengthOf(grammar),
    longest: grammar.longest,
    floor: grammar.floor,
    batches: (seed, first, steps, batch = BATCH) =>
      sentenceBatches(grammar, seed, first, steps, batch),
    // In the test set, only the predictions of pronouns count. They depend on distant earlier words, whereas many other
    // words are random.
    test: sentenceBatches(
      grammar,
      TEST_SEED,
      0,
      1,
      TESTS,
      ({ roles }, i) => roles[i + 1] === 'pronoun',
    ),
    example: ({ words }) => exampleOf(grammar, words, own),
  };
}

const tasks = new Map<Grammar, SequenceTask>();

/** The sentence task in a language, or in English if the language has no grammar. */
export function sentences(language: string): SequenceTask {
  const grammar = grammarOf(language);
  const task = tasks.get(grammar) ?? taskOf(grammar);
  tasks.set(grammar, task);
  return task;
}
