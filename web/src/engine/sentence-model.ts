// SPDX-License-Identifier: MIT
import { checkIndex, refusal } from './arguments.ts';
import type { Engine } from './engine.ts';
import { SENTENCE_LANGUAGES, type SentenceLanguage } from './sentences/languages.ts';
import { type SentenceModelFile, unpacked } from './sentences/model-file.ts';
import type { Floats } from './tensor.ts';

const FILES: Readonly<Record<SentenceLanguage, () => Promise<{ readonly default: unknown }>>> = {
  en: () => import('./sentences/models/en.json'),
  'zh-Hans': () => import('./sentences/models/zh-Hans.json'),
  'zh-Hant': () => import('./sentences/models/zh-Hant.json'),
};

/** The projections of an attention head. For a row r of the layer's input, q = r W_q, k = r W_k and v = r W_v. */
export interface SentenceHead {
  readonly layer: number;
  readonly head: number;
  /** W_q, W_k and W_v have the shape (d, d/h) in a model with d components and h heads. */
  readonly W_q: Floats;
  readonly W_k: Floats;
  readonly W_v: Floats;
}

/** An attention head of a model. Layers and heads are numbered from 0. */
export type HeadPlace = Pick<SentenceHead, 'layer' | 'head'>;

/** A possible next word. */
export interface NextWord {
  readonly word: string;
  readonly probability: number;
}

/**
 * A small Transformer that was trained on sentences of a grammar (web/src/engine/sentences). It holds no memory in the
 * WebAssembly module.
 */
export class SentenceModel {
  readonly language: SentenceLanguage;
  /** The vocabulary. The index of a word is its token. */
  readonly words: readonly string[];
  /** Mean cross-entropy, in nats, on sentences that are not in the training data. */
  readonly loss: number;
  readonly floor: number;
  /** Maximum number of words in a sentence. */
  readonly longest: number;
  /** The positional embedding, which is added to the word embeddings; shape (longest, d). */
  readonly positions: Floats;
  /** The word embeddings, one row for each of V words; shape (V, d). */
  readonly embeddings: Floats;
  readonly heads: readonly SentenceHead[];
  readonly #options: SentenceModelFile['options'];
  readonly #parameters: Readonly<Record<string, Floats>>;

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
      return { layer, head, W_q: columns('W_q'), W_k: columns('W_k'), W_v: columns('W_v') };
    });
  }

  /**
   * All words of the vocabulary with their probability of following `words`, the most probable first.
   * @param without  a head whose output is set to 0 for the last word, to measure its contribution; default: none
   * @throws AttentionError if a word is unknown, if there are too many words, or if `without` is no head of the model
   */
  next(words: readonly string[], without?: HeadPlace): NextWord[] {
    const { engine, words: all } = this;
    if (without) {
      checkIndex('without.layer', without.layer, this.#options.layers);
      checkIndex('without.head', without.head, this.#options.heads);
    }
    const { stream } = this.#pass(words, without);
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

  /**
   * The attention weights of all L layers and h heads for n words, of shape (L, h, n, n): one row for each query.
   * @throws AttentionError if the engine rejects the call, for example because a word is unknown
   */
  weights(words: readonly string[]): Floats {
    const { passed } = this.#pass(words);
    const { layers, heads } = this.#options;
    const data = Float32Array.from(passed.flatMap(({ stages }) => [...stages.heads.weights.data]));
    return { shape: [layers, heads, words.length, words.length], data };
  }

  /**
   * The attention of one layer: its input `x`, its number of `parameters`, and the results of all its steps.
   * @param layer  numbered from 0
   * @param heads  number of heads into which the matrices are split; default: the number in training
   * @throws AttentionError if a word or the layer is unknown, if there are too many words, or if `heads` is refused
   */
  stages(words: readonly string[], layer: number, heads: number = this.#options.heads) {
    checkIndex('layer', layer, this.#options.layers);
    const { x } = this.#pass(words).passed[layer] as { x: Floats };
    const { parameters, stages } = this.#attention(layer, x, heads);
    return { x, parameters, stages };
  }

  #attention(layer: number, x: Floats, numHeads: number) {
    const of = (name: string) => transposed(this.#parameter(`${name}_${layer}`));
    const matrices = { W_q: of('W_q'), W_k: of('W_k'), W_v: of('W_v'), W_o: of('W_o') };
    const stages = this.engine.multiHead({
      ...{ precision: 'float32', queries: x, keys: x, values: x, numHeads, causal: true },
      ...matrices,
    });
    const sizes = Object.values(matrices).map(({ data }) => data.length);
    return { stages, parameters: sizes.reduce((sum, size) => sum + size) };
  }

  /** The output of a layer's attention if the output of one head is set to 0 for the last word. */
  #outputWithout({ layer, head }: HeadPlace, { shape, data }: Floats) {
    const { heads, width } = this.#options;
    const concat = data.slice();
    const begin = data.length - width + (head * width) / heads;
    concat.fill(0, begin, begin + width / heads);
    return this.engine.scaledDotScores({
      ...{ precision: 'float32', queries: { shape, data: concat }, divisor: 'none' },
      keys: transposed(this.#parameter(`W_o_${layer}`)),
    });
  }

  /** A forward pass: the output of the last layer (`stream`), and the input and attention of each layer (`passed`). */
  #pass(words: readonly string[], without?: HeadPlace) {
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
    const passed = Array.from({ length: layers }, (_, layer) => {
      const x = { shape, data: stream };
      const { stages } = this.#attention(layer, x, heads);
      const { data } =
        without?.layer === layer ? this.#outputWithout(without, stages.concat) : stages.output;
      stream = stream.map((r, i) => r + (data[i] as number));
      return { x, stages };
    });
    return { stream: { shape, data: stream }, passed };
  }

  #tokensOf(words: readonly string[]): number[] {
    const { length } = words;
    if (length < 1 || length > this.longest)
      throw refusal('OutOfRange', 'words', 'entriesFrom', [1, this.longest], length);
    return words.map((word) => {
      const token = this.words.indexOf(word);
      if (token < 0) throw refusal('UnknownOption', 'words', 'vocabulary', [], word);
      return token;
    });
  }

  #parameter(name: string): Floats {
    return this.#parameters[name] as Floats;
  }
}

/** Transposes a matrix, because the engine expects matrices with one row for each output component. */
function transposed({ shape, data }: Floats): Floats {
  const [rows = 0, cols = 0] = shape;
  const turned = Float32Array.from(
    data,
    (_, i) => data[(i % rows) * cols + Math.floor(i / rows)] as number,
  );
  return { shape: [cols, rows], data: turned };
}

function columnsOf({ shape, data }: Floats, head: number, heads: number) {
  const [rows = 0, cols = 0] = shape;
  const width = cols / heads;
  const part = Float32Array.from({ length: rows * width }, (_, i) => {
    const [row, col] = [Math.floor(i / width), i % width];
    return data[row * cols + head * width + col] as number;
  });
  return { shape: [rows, width], data: part };
}

/** @throws AttentionError (UnknownOption) if there is no model for the language */
export async function sentenceModel(
  engine: Engine,
  language: SentenceLanguage,
): Promise<SentenceModel> {
  if (!SENTENCE_LANGUAGES.includes(language))
    throw refusal('UnknownOption', 'language', 'value', [SENTENCE_LANGUAGES.join(', ')], language);
  const { default: file } = await FILES[language]();
  return new SentenceModel(engine, file as SentenceModelFile);
}
