// SPDX-License-Identifier: MIT
// The attention of the last word of a sentence: with separate matrices for queries and keys, with one, and with none.
import type { Engine, SentenceModel } from '../../engine/index.ts';
import { numberField, type StateOf, WHOLE } from '../../state/fields.ts';
import { type Matrix, rowsOf } from '../matrix.ts';
import { wordVectors } from '../word-vectors.ts';
import { MOST_WORDS, ownWords, wordsField } from '../words-field.ts';
import { projectionsOf, similarity, strongestOf } from './similarity.ts';

export const fields = {
  /** The reader's sentence. If it is empty, the lesson uses its own sentence. */
  words: wordsField(MOST_WORDS),
  /** The word whose key is compared with the query, counted from 1; 0 for the word with the largest weight. */
  key: numberField(0, { min: 0, max: MOST_WORDS }, WHOLE),
};
export type State = StateOf<typeof fields>;

function searchOf(state: State, engine: Engine, model: SentenceModel, words: readonly string[]) {
  const tokens = wordVectors(model, words);
  const options = { precision: 'float32', divisor: 'sqrt_dk' } as const;
  const by = (projection: 'none' | 'shared' | 'two') =>
    similarity(engine, tokens, { ...options, ...projectionsOf(model, projection) });
  const [own, two, one] = [by('none'), by('two'), by('shared')];
  const from = words.length - 1;
  const row = (matrix: Matrix) => matrix[from] ?? [];
  const found = strongestOf(row(two.weights));
  const key = state.key > 0 && state.key <= words.length ? state.key - 1 : found;
  const { stages } = model.stages(words, 0);
  const query = rowsOf(stages.headQueries, 0)[from] ?? [];
  const keyVector = rowsOf(stages.headKeys, 0)[key] ?? [];
  const products = query.map((value, i) => value * (keyVector[i] as number));
  const [largest = Number.NaN, second = Number.NaN] = row(two.scores).toSorted((a, b) => b - a);
  const vectors = rowsOf(tokens);
  return {
    words,
    /** The indices of the last word, of the largest weight in its row, and of the word whose key is compared. */
    ...{ from, found, key },
    equal: 1 / words.length,
    /** The scores of all words for each other with two matrices, divided by √d_k. */
    scores: two.scores,
    /** The weights of the last word: from the words' own vectors, with two matrices, and with one matrix. */
    ...{ own: row(own.weights), two: row(two.weights), one: row(one.weights) },
    oneScores: row(one.scores),
    /** The vectors of the last word and of the compared word; their query and key; the products of components. */
    vectors: [vectors[from] ?? [], vectors[key] ?? []] as const,
    ...{ query, keyVector, products },
    /** The second largest score, and the gap between it and the largest score. */
    ...{ second, lead: largest - second },
    positive: products.filter((product) => product > 0).length,
    sum: products.reduce((sum, product) => sum + product, 0),
    score: row(two.scores)[key] ?? Number.NaN,
    ratio: Math.exp(largest - second),
  };
}

export type Search = ReturnType<typeof searchOf>;

export function compute(state: State, engine: Engine, model?: SentenceModel) {
  const { known, ...own } = ownWords(state.words, model);
  return {
    /** Undefined until the model is loaded, or if it knows none of the words. */
    search: model && known.length > 0 ? searchOf(state, engine, model, known) : undefined,
    ...own,
  };
}

export type Numbers = ReturnType<typeof compute>;
