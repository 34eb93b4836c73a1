// SPDX-License-Identifier: MIT
// One sentence in any order of its words, in layers of the trained model whose own positions are replaced by one of the
// ways to bring in the order.
import type { Engine, SentenceModel, Tensor } from '../../engine/index.ts';
import { identity, type Matrix, matrix, rowsOf } from '../matrix.ts';
import sentences from './words.json';

/** `linear` subtracts half of the distance of two words from their score, as ALiBi does. */
export const WAYS = ['none', 'causal', 'sinusoidal', 'learned', 'linear', 'rotary'] as const;
export type Way = (typeof WAYS)[number];

/** Results by word: a word is its index in the first order of the sentence. */
export interface Run {
  readonly weights: Matrix;
  readonly outputs: Matrix;
}

/** The head with the largest weights for the nouns, in each language. */
const HEADS = { en: 1, 'zh-Hans': 0, 'zh-Hant': 0 } as const;
/** The number of heads of ALiBi, of which the first has the slope 1/2. */
const ALIBI_HEADS = 8;

const precision = 'float64';

export const wordsOf = ({ language }: SentenceModel): readonly string[] => sentences[language];

/** The vectors that are added to the words at the places, in their order. Empty if none are. */
export function addedOf(engine: Engine, model: SentenceModel, way: Way): Matrix {
  const count = wordsOf(model).length;
  if (way === 'sinusoidal')
    return rowsOf(
      engine.positionalEncoding({ precision, positions: count, width: widthOf(model) }),
    );
  return way === 'learned' ? rowsOf(model.positions).slice(0, count) : [];
}

const widthOf = ({ embeddings }: SentenceModel): number => embeddings.shape[1] ?? 0;

/** What is added to the score of each pair of places. Undefined if nothing is. */
export function biasOf(engine: Engine, model: SentenceModel, way: Way): Matrix | undefined {
  if (way !== 'linear') return undefined;
  const count = wordsOf(model).length;
  return rowsOf(engine.alibiBias({ precision, numHeads: ALIBI_HEADS, m: count, n: count }), 0);
}

/** The matrices of some heads as one of shape (out, in), for the engine. */
const joined = (matrices: readonly Tensor[]): Tensor =>
  matrix(
    ...matrices.flatMap((one) => {
      const rows = rowsOf(one);
      return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] as number));
    }),
  );

/** Both heads of a layer for words in a row. Without W_o, so the outputs of the heads stand side by side. */
function layerOf(engine: Engine, model: SentenceModel, layer: number, x: Matrix, way: Way) {
  const heads = model.heads.filter((head) => head.layer === layer);
  const input = matrix(...x);
  const { headQueries, headKeys, headValues } = engine.multiHead({
    ...{ precision, queries: input, keys: input, values: input, numHeads: heads.length },
    W_q: joined(heads.map(({ W_q }) => W_q)),
    W_k: joined(heads.map(({ W_k }) => W_k)),
    W_v: joined(heads.map(({ W_v }) => W_v)),
    W_o: identity(widthOf(model)),
  });
  const turned = (rows: Tensor) =>
    way === 'rotary' ? engine.rotary({ precision, x: rows }) : rows;
  const bias = biasOf(engine, model, way);
  return engine.attention({
    ...{ precision, queries: turned(headQueries), keys: turned(headKeys), values: headValues },
    ...{ divisor: 'sqrt_dk', causal: way === 'causal' },
    ...(bias && { scoreBias: matrix(...bias) }),
  });
}

const sumOf = (a: Matrix, b: Matrix): Matrix =>
  a.map((row, i) => row.map((value, j) => value + (b[i]?.[j] ?? 0)));

/**
 * Computes the words in an order. In a second layer, each word is the sum of its vector and its outputs of the first.
 * @param order  the words from the first place to the last, counted from 0
 */
export function run(
  engine: Engine,
  model: SentenceModel,
  order: readonly number[],
  way: Way,
  layers = 1,
): Run {
  const E = rowsOf(model.embeddings);
  const words = wordsOf(model);
  let x: Matrix = sumOf(
    order.map((word) => E[model.words.indexOf(words[word] ?? '')] ?? []),
    addedOf(engine, model, way),
  );
  let found = layerOf(engine, model, 0, x, way);
  for (let layer = 1; layer < layers; layer++) {
    const heads = (found.output.shape[0] ?? 0) as number;
    const outputs = Array.from({ length: heads }, (_, head) => rowsOf(found.output, head));
    x = sumOf(
      x,
      order.map((_, place) => outputs.flatMap((rows) => rows[place] ?? [])),
    );
    found = layerOf(engine, model, layer, x, way);
  }
  const head = HEADS[model.language];
  const [weights, outputs] = [rowsOf(found.weights, head), rowsOf(found.output, head)];
  const placeOf = words.map((_, word) => order.indexOf(word));
  return {
    weights: placeOf.map((from) => placeOf.map((to) => weights[from]?.[to] ?? Number.NaN)),
    outputs: placeOf.map((place) => outputs[place] ?? []),
  };
}
