// SPDX-License-Identifier: MIT
import type { Engine, SentenceModel, Tensor } from '../../engine/index.ts';
import { columnsOf, dotsOf } from '../matrix.ts';
import { wordVectors } from '../word-vectors.ts';
import beginnings from './beginnings.json';
import { rowsOf } from './timing.ts';

/** Number of words in the sentence that the model writes. */
export const MOST_WORDS = 8;

type Rows = Tensor<Float64Array>;

/** The words of a generated sentence. Each word after the beginning is the most probable one according to the model. */
function sentenceOf(model: SentenceModel): readonly string[] {
  const words = [...beginnings[model.language]];
  while (words.length < MOST_WORDS) {
    const [next] = model.next(words);
    if (next === undefined) break;
    words.push(next.word);
  }
  return words;
}

const precision = 'float64';
const widthOf = ({ shape }: Tensor): number => shape.at(-1) ?? 0;

const joined = (one: Rows, other: Rows): Rows => ({
  shape: [(one.shape[0] ?? 0) + (other.shape[0] ?? 0), widthOf(other)],
  data: Float64Array.from([...one.data, ...other.data]),
});

const product = (engine: Engine, x: Rows, W: Tensor): Rows => dotsOf(engine, x, columnsOf(W));

/**
 * Generates a sentence, and computes the output of the model's first head for each word, with and without a KV cache.
 * @throws AttentionError if a call of the engine fails
 */
export function write(engine: Engine, model: SentenceModel) {
  const words = sentenceOf(model);
  const x = wordVectors(model, words);
  const [head] = model.heads;
  if (head === undefined) throw new Error('the model has no heads');
  const project = (rows: Rows) => ({
    queries: product(engine, rows, head.W_q),
    keys: product(engine, rows, head.W_k),
    values: product(engine, rows, head.W_v),
  });
  let made = { repeated: 0, cached: 0 };
  let gap = 0;
  let cache: { readonly keys: Rows; readonly values: Rows } | undefined;
  const found = words.map((_, i) => {
    const all = project(rowsOf(x, 0, i + 1));
    const repeated = engine.attention({ precision, ...all, causal: true });

    const { queries, keys, values } = project(rowsOf(x, i, i + 1));
    cache = cache
      ? { keys: joined(cache.keys, keys), values: joined(cache.values, values) }
      : { keys, values };
    const cached = engine.attention({ precision, queries, ...cache });

    made = {
      repeated: made.repeated + (all.keys.shape[0] ?? 0),
      cached: made.cached + (keys.shape[0] ?? 0),
    };
    const last = rowsOf(repeated.output, i, i + 1).data;
    gap = Math.max(gap, ...last.map((y, j) => Math.abs(y - (cached.output.data[j] ?? Number.NaN))));
    return { ...made, gap };
  });
  return {
    words,
    /**
     * For each word, the number of keys that have been computed up to this word, without a cache and with one. The
     * number of computed values is the same.
     */
    repeated: found.map((one) => one.repeated),
    cached: found.map((one) => one.cached),
    /** For each word, the largest difference up to this word between the outputs with and without a cache. */
    gaps: found.map((one) => one.gap),
  };
}
