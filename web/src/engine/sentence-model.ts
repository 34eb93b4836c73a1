// SPDX-License-Identifier: MIT
import { refusal } from './check.ts';
import type { Engine } from './engine.ts';
import { SENTENCE_LANGUAGES, type SentenceLanguage } from './sentences/languages.ts';
import { type SentenceModelFile, unpacked } from './sentences/model-file.ts';
import type { Tensor } from './tensor.ts';

const FILES: Readonly<Record<SentenceLanguage, () => Promise<{ readonly default: unknown }>>> = {
  en: () => import('./sentences/models/en.json'),
  'zh-Hans': () => import('./sentences/models/zh-Hans.json'),
  'zh-Hant': () => import('./sentences/models/zh-Hant.json'),
};

/** What one head compares words by: q = r W_q and k = r W_k of a row r of the stream. */
export interface SentenceHead {
  readonly layer: number;
  readonly head: number;
  /** (d, d/h) */
  readonly W_q: Tensor<Float32Array>;
  readonly W_k: Tensor<Float32Array>;
}

/** A word that may come next. */
export interface NextWord {
  readonly word: string;
  readonly probability: number;
}

/** A small transformer that has learned the sentences of a grammar. It keeps nothing in the module. */
export class SentenceModel {
  readonly language: SentenceLanguage;
  /** A word's place is its token. */
  readonly words: readonly string[];
  /** Mean cross-entropy on sentences that it was not trained on; the entropy of the grammar. */
  readonly loss: number;
  readonly floor: number;
  /** Words of a sentence at most. */
  readonly longest: number;
  /** (longest, d), what is added to a word at each place. */
  readonly positions: Tensor<Float32Array>;
  /** (V, d), a row for each word. */
  readonly embeddings: Tensor<Float32Array>;
  readonly heads: readonly SentenceHead[];
  readonly #options: SentenceModelFile['options'];
  readonly #parameters: Readonly<Record<string, Tensor<Float32Array>>>;

  constructor(
    private readonly engine: Engine,
    file: SentenceModelFile,
  ) {
    const entries = Object.entries(file.parameters).map(([name, rows]) => [name, unpacked(rows)]);
    this.#parameters = Object.fromEntries(entries);
    this.#options = file.options;
    this.language = file.language;
    this.words = file.words;
    this.loss = file.loss;
    this.floor = file.floor;
    this.longest = file.options.positions;
    this.embeddings = this.#parameter('E');
    this.positions = this.#parameter('P');
    const { layers, heads } = file.options;
    this.heads = Array.from({ length: layers * heads }, (_, i) => {
      const [layer, head] = [Math.floor(i / heads), i % heads];
      const columns = (name: string) => columnsOf(this.#parameter(`${name}_${layer}`), head, heads);
      return { layer, head, W_q: columns('W_q'), W_k: columns('W_k') };
    });
  }

  /** The words that may follow some words, the most probable first. @throws AttentionError, also for unknown words */
  next(words: readonly string[]): NextWord[] {
    const { engine, words: all } = this;
    const { stream } = this.#pass(words);
    const last = { shape: [1, this.#options.width], data: stream.data.slice(-this.#options.width) };
    const precision = 'float32';
    const logits = engine.scaledDotScores({
      ...{ precision, queries: last, keys: transposed(this.#parameter('U')), divisor: 'none' },
    });
    const { data } = engine.softmax({ precision, logits });
    return all
      .map((word, i) => ({ word, probability: data[i] as number }))
      .sort((a, b) => b.probability - a.probability);
  }

  /** Where each head looks: (L, h, n, n), rows queries. @throws AttentionError, also for unknown words */
  weights(words: readonly string[]): Tensor<Float32Array> {
    const { weights } = this.#pass(words);
    const { layers, heads } = this.#options;
    const data = Float32Array.from(weights.flatMap((layer) => [...layer]));
    return { shape: [layers, heads, words.length, words.length], data };
  }

  /** The output of the last layer, and the attention weights of each layer. */
  #pass(words: readonly string[]) {
    const { layers, heads, width } = this.#options;
    const tokens = this.#tokensOf(words);
    const { embeddings: E, positions: P } = this;
    let stream = Float32Array.from(
      { length: tokens.length * width },
      (_, i) =>
        (E.data[(tokens[Math.floor(i / width)] as number) * width + (i % width)] as number) +
        (P.data[i] as number),
    );
    const shape = [tokens.length, width];
    const weights: Float32Array[] = [];
    for (let layer = 0; layer < layers; layer++) {
      const x = { shape, data: stream };
      const matrix = (name: string) => transposed(this.#parameter(`${name}_${layer}`));
      const { output, heads: each } = this.engine.multiHead({
        ...{ precision: 'float32', queries: x, keys: x, values: x, numHeads: heads, causal: true },
        ...{ W_q: matrix('W_q'), W_k: matrix('W_k'), W_v: matrix('W_v'), W_o: matrix('W_o') },
      });
      weights.push(each.weights.data);
      stream = stream.map((r, i) => r + (output.data[i] as number));
    }
    return { stream: { shape, data: stream }, weights };
  }

  #tokensOf(words: readonly string[]): number[] {
    const { length } = words;
    if (length < 1 || length > this.longest)
      throw refusal('OutOfRange', 'words', `from 1 to ${this.longest} words`, length);
    return words.map((word) => {
      const token = this.words.indexOf(word);
      if (token < 0) throw refusal('UnknownOption', 'words', 'words of the vocabulary', word);
      return token;
    });
  }

  #parameter(name: string): Tensor<Float32Array> {
    return this.#parameters[name] as Tensor<Float32Array>;
  }
}

/** The transpose: multi-head attention takes a matrix with one row for each output. */
function transposed({ shape, data }: Tensor<Float32Array>): Tensor<Float32Array> {
  const [rows = 0, cols = 0] = shape;
  const turned = Float32Array.from(
    data,
    (_, i) => data[(i % rows) * cols + Math.floor(i / rows)] as number,
  );
  return { shape: [cols, rows], data: turned };
}

/** The columns of one of h heads. */
function columnsOf({ shape, data }: Tensor<Float32Array>, head: number, heads: number) {
  const [rows = 0, cols = 0] = shape;
  const width = cols / heads;
  const part = Float32Array.from({ length: rows * width }, (_, i) => {
    const [row, col] = [Math.floor(i / width), i % width];
    return data[row * cols + head * width + col] as number;
  });
  return { shape: [rows, width], data: part };
}

/** @throws AttentionError (UnknownOption) for a language without a model */
export async function sentenceModel(
  engine: Engine,
  language: SentenceLanguage,
): Promise<SentenceModel> {
  if (!SENTENCE_LANGUAGES.includes(language))
    throw refusal('UnknownOption', 'language', SENTENCE_LANGUAGES.join(', '), language);
  const { default: file } = await FILES[language]();
  return new SentenceModel(engine, file as SentenceModelFile);
}
