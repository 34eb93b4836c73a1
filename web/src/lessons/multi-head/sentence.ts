// SPDX-License-Identifier: MIT
// Computes the numbers of the stage (the figure with its controls): the attention of a sentence in one layer of the
// trained model, whose matrices are split into heads.
import type { SentenceModel } from '../../engine/index.ts';
import { type Matrix, rowsOf } from '../matrix.ts';
import type { State } from './state.ts';
import { byHead } from './tensors.ts';
import examples from './words.json';

export interface Sentence {
  readonly model: SentenceModel;
  /** The words of the reader's sentence that the model knows, at most `model.longest`. If none, the example's words. */
  readonly words: readonly string[];
  /** For each head, the weights of shape (n, n). */
  readonly weights: readonly Matrix[];
  /** One row for each word: the input, the query, the outputs of all heads side by side, and the final output. */
  readonly x: Matrix;
  readonly q: Matrix;
  readonly concat: Matrix;
  readonly y: Matrix;
  /** Number of components of a word. */
  readonly width: number;
  /** Number of entries of W_Q, W_K, W_V and W_O. There are no biases. */
  readonly parameters: number;
}

export function sentenceOf(model: SentenceModel, { words: own, layer, heads }: State): Sentence {
  const known = own.filter((word) => model.words.includes(word)).slice(0, model.longest);
  const example = examples[model.language];
  const words = known.length > 0 ? known : example.words;
  const index = (layer === 'example' ? example.layer : Number(layer)) - 1;
  const { x, parameters, stages } = model.stages(words, index, Number(heads));
  return {
    ...{ model, words },
    weights: byHead(stages.heads.weights),
    x: rowsOf(x),
    q: rowsOf(stages.projectedQueries),
    concat: rowsOf(stages.concat),
    y: rowsOf(stages.output),
    width: x.shape[1] ?? 0,
    parameters,
  };
}
