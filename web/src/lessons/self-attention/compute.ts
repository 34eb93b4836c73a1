// SPDX-License-Identifier: MIT
import type { Engine, MultiHead, Precision, SentenceModel } from '../../engine/index.ts';
import { listField, type StateOf } from '../../state/fields.ts';
import { columnsOf, identity, type Matrix, matrix, rowsOf } from '../matrix.ts';
import { MOST_WORDS, ownWords, wordsField } from '../words-field.ts';

/** The range of the numbers that a reader can choose. Sums of larger numbers would not fit into the cells. */
export const CELL = { min: -9, max: 9 };

export const fields = {
  X: listField([2, 0, 1, 1, 0, 1], CELL),
  W_Q: listField([0, 1, 1, 0], CELL),
  W_K: listField([1, 1, -1, 2], CELL),
  W_V: listField([2, 0, 1, 3], CELL),
  words: wordsField(MOST_WORDS),
};
export type State = StateOf<typeof fields>;

/** The matrices of one head of self-attention. In all except W_Q, W_K and W_V, each row belongs to a word. */
export type Chain = Readonly<
  Record<'X' | 'W_Q' | 'W_K' | 'W_V' | 'Q' | 'K' | 'V' | 'S' | 'scaled' | 'A' | 'Z', Matrix>
>;

export interface Sentence extends Chain {
  readonly words: readonly string[];
}

const pairs = (list: readonly number[]): Matrix =>
  Array.from({ length: list.length / 2 }, (_, i) => list.slice(2 * i, 2 * i + 2));

/** The intermediate results of the first head. `scaled` contains the scores divided by √d. */
const stagesOf = ({ headQueries, headKeys, headValues, heads }: MultiHead<Precision>) => ({
  Q: rowsOf(headQueries, 0),
  K: rowsOf(headKeys, 0),
  V: rowsOf(headValues, 0),
  S: rowsOf(heads.scores, 0),
  scaled: rowsOf(heads.scaledScores, 0),
  A: rowsOf(heads.weights, 0),
  Z: rowsOf(heads.output, 0),
});

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
    ...{
      W_q: columnsOf(matrix(...W_Q)),
      W_k: columnsOf(matrix(...W_K)),
      W_v: columnsOf(matrix(...W_V)),
      W_o: identity(2),
    },
  });
  return {
    ...{ X, W_Q, W_K, W_V },
    ...stagesOf(found),
  };
}

/** The first head of the trained model's first layer, for `words`. Undefined if `words` is empty. */
function sentenceChain(model: SentenceModel, words: readonly string[]): Sentence | undefined {
  if (words.length === 0) return undefined;
  const { x, stages } = model.stages(words, 0);
  const [head] = model.heads;
  if (head === undefined) return undefined;
  return {
    words,
    X: rowsOf(x),
    W_Q: rowsOf(head.W_q),
    W_K: rowsOf(head.W_k),
    W_V: rowsOf(head.W_v),
    ...stagesOf(stages),
  };
}

export function compute(state: State, engine: Engine, model?: SentenceModel) {
  const { known, ...own } = ownWords(state.words, model);
  return {
    /** A small example: three words with two components each. The reader can change its numbers. */
    small: smallChain(state, engine),
    /** A sentence in the trained model. Undefined until the model is loaded, or if it knows none of the words. */
    sentence: model && sentenceChain(model, known),
    ...own,
  };
}

export type Numbers = ReturnType<typeof compute>;

/** The index of the largest weight in a row; −1 if the row is empty. */
export const strongest = (row: readonly number[] = []): number => row.indexOf(Math.max(...row));
