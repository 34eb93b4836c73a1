// SPDX-License-Identifier: MIT
// How the last word of a sentence finds another one: with two matrices, with one for both jobs, and with none.
import type { Engine, SentenceModel } from '../../engine/index.ts';
import { numberField, type StateOf, WHOLE } from '../../state/fields.ts';
import { type Matrix, rowsOf } from '../matrix.ts';
import { wordVectors } from '../word-vectors.ts';
import { MOST_WORDS, type OwnWords, ownWords, wordsField } from '../words-field.ts';
import { projectionsOf, similarity, strongestOf } from './similarity.ts';

/** The most words of a sentence that the figure can show. */

export const fields = {
  /** The reader's sentence. If it is empty, the lesson uses its own. */
  words: wordsField(MOST_WORDS),
  /** The word whose key meets the query, counted from 1; 0 for the one with the largest weight. */
  key: numberField(0, { min: 0, max: MOST_WORDS }, WHOLE),
};
export type State = StateOf<typeof fields>;

export interface Search {
  readonly words: readonly string[];
  /** The word that looks, which is the last one, and the word that it finds, counted from 0. */
  readonly from: number;
  readonly found: number;
  /** The word whose key meets the query. */
  readonly key: number;
  /** The weights of the word that looks: by its own vector, with two matrices, and with one for both jobs. */
  readonly own: readonly number[];
  readonly two: readonly number[];
  readonly one: readonly number[];
  /** An equal share of the weight. */
  readonly equal: number;
  /** The scores of all words for each other, with two matrices, after the division. */
  readonly scores: Matrix;
  /** The scores of the word that looks, with one matrix. */
  readonly oneScores: readonly number[];
  /** The vectors of the two words, the query of the first, the key of the second, and their products. */
  readonly vectors: readonly [readonly number[], readonly number[]];
  readonly query: readonly number[];
  readonly keyVector: readonly number[];
  readonly products: readonly number[];
  /** How many of the products are positive. */
  readonly positive: number;
  readonly sum: number;
  readonly score: number;
  /** The second largest score, how far the largest one leads, and e to the power of that. */
  readonly second: number;
  readonly lead: number;
  readonly ratio: number;
}

export interface Numbers extends OwnWords {
  /** Undefined until the model is loaded, and if it knows none of the words. */
  readonly search: Search | undefined;
}

function searchOf(
  state: State,
  engine: Engine,
  model: SentenceModel,
  words: readonly string[],
): Search {
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
    ...{ words, from, found, key, equal: 1 / words.length, scores: two.scores },
    ...{ own: row(own.weights), two: row(two.weights), one: row(one.weights) },
    oneScores: row(one.scores),
    vectors: [vectors[from] ?? [], vectors[key] ?? []],
    ...{ query, keyVector, products, second, lead: largest - second },
    positive: products.filter((product) => product > 0).length,
    sum: products.reduce((sum, product) => sum + product, 0),
    score: row(two.scores)[key] ?? Number.NaN,
    ratio: Math.exp(largest - second),
  };
}

/** @throws AttentionError */
export function compute(state: State, engine: Engine, model?: SentenceModel): Numbers {
  const { known, ...own } = ownWords(state.words, model);
  return {
    search: model && known.length > 0 ? searchOf(state, engine, model, known) : undefined,
    ...own,
  };
}
