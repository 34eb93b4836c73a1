// SPDX-License-Identifier: MIT
import type { Engine, SentenceModel, Tensor } from '../../engine/index.ts';
import { listField, type StateOf } from '../../state/fields.ts';
import { identity, type Matrix, rowsOf } from '../matrix.ts';
import { MOST_WORDS, type OwnWords, ownWords, wordsField } from '../words-field.ts';

/** The most words of a sentence that the figure can show. */

/** The numbers that a reader can choose. With longer ones, the sums would not fit into the cells. */
export const CELL = { min: -9, max: 9 };

export const fields = {
  X: listField([2, 0, 1, 1, 0, 1], CELL),
  W_Q: listField([0, 1, 1, 0], CELL),
  W_K: listField([1, 1, -1, 2], CELL),
  W_V: listField([2, 0, 1, 3], CELL),
  words: wordsField(MOST_WORDS),
};
export type State = StateOf<typeof fields>;

/** The matrices of one head of self-attention, from its input to its output. Each row belongs to a word. */
export interface Chain {
  readonly X: Matrix;
  readonly W_Q: Matrix;
  readonly W_K: Matrix;
  readonly W_V: Matrix;
  readonly Q: Matrix;
  readonly K: Matrix;
  readonly V: Matrix;
  readonly S: Matrix;
  /** The scores divided by √d. */
  readonly scaled: Matrix;
  readonly A: Matrix;
  readonly Z: Matrix;
}

export interface Sentence extends Chain {
  readonly words: readonly string[];
}

export interface Numbers extends OwnWords {
  /** Three words of two numbers, which the reader can change. */
  readonly small: Chain;
  /** A sentence in the trained model. Undefined until the model is loaded. */
  readonly sentence: Sentence | undefined;
}

const transposed = (rows: Matrix): Tensor => {
  const [first = []] = rows;
  return {
    shape: [first.length, rows.length],
    data: first.flatMap((_, column) => rows.map((row) => row[column] as number)),
  };
};

const pairs = (list: readonly number[]): Matrix =>
  Array.from({ length: list.length / 2 }, (_, i) => list.slice(2 * i, 2 * i + 2));

function smallChain(state: State, engine: Engine): Chain {
  const [X, W_Q, W_K, W_V] = [state.X, state.W_Q, state.W_K, state.W_V].map(pairs) as [
    Matrix,
    Matrix,
    Matrix,
    Matrix,
  ];
  const input = { shape: [3, 2], data: state.X };
  const found = engine.multiHead({
    ...{ precision: 'float64', queries: input, keys: input, values: input, numHeads: 1 },
    ...{ W_q: transposed(W_Q), W_k: transposed(W_K), W_v: transposed(W_V), W_o: identity(2) },
  });
  const { heads } = found;
  return {
    ...{ X, W_Q, W_K, W_V },
    Q: rowsOf(found.headQueries, 0),
    K: rowsOf(found.headKeys, 0),
    V: rowsOf(found.headValues, 0),
    S: rowsOf(heads.scores, 0),
    scaled: rowsOf(heads.scaledScores, 0),
    A: rowsOf(heads.weights, 0),
    Z: rowsOf(heads.output, 0),
  };
}

/** The first head of the first layer of the trained model, for the words that it knows. */
function sentenceChain(model: SentenceModel, words: readonly string[]): Sentence | undefined {
  if (words.length === 0) return undefined;
  const { x, stages } = model.stages(words, 0);
  const [head] = model.heads;
  if (head === undefined) return undefined;
  const { heads } = stages;
  return {
    words,
    X: rowsOf(x),
    W_Q: rowsOf(head.W_q),
    W_K: rowsOf(head.W_k),
    W_V: rowsOf(head.W_v),
    Q: rowsOf(stages.headQueries, 0),
    K: rowsOf(stages.headKeys, 0),
    V: rowsOf(stages.headValues, 0),
    S: rowsOf(heads.scores, 0),
    scaled: rowsOf(heads.scaledScores, 0),
    A: rowsOf(heads.weights, 0),
    Z: rowsOf(heads.output, 0),
  };
}

/** @throws AttentionError */
export function compute(state: State, engine: Engine, model?: SentenceModel): Numbers {
  const { known, ...own } = ownWords(state.words, model);
  return {
    small: smallChain(state, engine),
    sentence: model && sentenceChain(model, known),
    ...own,
  };
}

/** The key with the largest weight in a row, counted from 0. */
export const strongest = (row: readonly number[] = []): number => row.indexOf(Math.max(...row));
