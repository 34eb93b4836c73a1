// SPDX-License-Identifier: MIT
import { checkIndex, refusal } from './arguments.ts';
import type { Engine } from './engine.ts';
import { EngineLoadError } from './errors.ts';
import type { LanguageModel, LanguageModelGenerator } from './language-model.ts';
import { request } from './load.ts';
import type { HeadPlace } from './sentence-model.ts';
import { readTalesFile, type TalesFile, type TextCoder, tokenizerOf } from './tales-file.ts';
import { after, cutHeads, joinHeads, sum, transposed } from './tales-rows.ts';
import { talesFile } from './tales-url.ts';
import type { Floats } from './tensor.ts';

const precision = 'float32';
/** Query i = 0 … m − 1 is token n − m + i of the n tokens so far, because the keys of earlier tokens are cached. */
const alignment = 'bottom_right';

/** Results of all steps of a layer with h heads, for the last m of n tokens with d components. */
export interface TalesLayer {
  /** Shape (h, m, d/h). If the model has rotary positions, queries and keys are rotated. */
  readonly queries: Floats;
  /** Shape (h, n, d/h). `keys` and `values` include the cached ones of the n − m earlier tokens. */
  readonly keys: Floats;
  readonly values: Floats;
  /** Shape (h, m, n): q·k. `scaledScores` contains q·k/√(d/h), plus the bias of ALiBi if the model has it. */
  readonly scores: Floats;
  readonly scaledScores: Floats;
  /** Shape (h, m, n). The weights of later tokens are 0. */
  readonly weights: Floats;
  /** Shape (h, m, d/h): the output of each head; 0 for the heads in the argument `without` of `stages`. */
  readonly heads: Floats;
  /** Shape (m, d): the outputs of attention and of the feed-forward part, which are added to the residual stream. */
  readonly attention: Floats;
  readonly feedForward: Floats;
  /** Shape (m, d): the residual stream after the layer. */
  readonly stream: Floats;
}

export interface TalesStages {
  /** Shape (m, d): the embeddings of the tokens, plus positional embeddings if the model has them. */
  readonly embedded: Floats;
  readonly layers: readonly TalesLayer[];
  /** Shape (m, V): row i contains the logits of the token after token i. */
  readonly logits: Floats;
}

export type Progress = (bytes: number, total: number | undefined) => void;

export interface TalesOptions {
  /** The URL or the bytes of a model's file. Default: the file of this package. */
  file?: URL | Uint8Array | Promise<Uint8Array>;
  /** Called while the file is loading. `total` is undefined if the response is compressed or has no Content-Length. */
  onProgress?: Progress;
}

/**
 * A language model from a file that `npm run train:tales` has written. Every step of a forward pass is a call of the
 * engine and can be inspected. `LanguageModel` (cpp/attention/language_model.hpp) computes the results in one call.
 */
export class TalesModel {
  readonly settings: TalesFile['settings'];
  /** Mean loss per token, in nats, on texts that are not in the training data. */
  readonly heldOutLoss: number;
  /** The text of each token. */
  readonly pieces: readonly string[];
  readonly #file: TalesFile;
  readonly #tokenizer: TextCoder;
  /** The matrices W_…, transposed, because `scaledDotScores` computes the dot products of rows. */
  readonly #turned: ReadonlyMap<string, Floats>;

  /**
   * @param engine  an engine that can train, because only it has norms, activations and rotary positions
   * @throws AttentionError naming the damaged part of the file, or `training` if the engine cannot train
   */
  constructor(
    private readonly engine: Engine,
    bytes: Uint8Array,
  ) {
    this.#file = readTalesFile(bytes);
    const { settings, heldOutLoss, tokenizer, parameters } = this.#file;
    // Throws if a parameter is missing or has another shape.
    languageModelOf(engine, this.#file).release();
    this.settings = settings;
    this.heldOutLoss = heldOutLoss;
    this.#tokenizer = tokenizerOf(tokenizer);
    this.pieces = Array.from({ length: settings.vocabulary }, (_, id) => this.decode([id]));
    this.#turned = new Map(
      Object.entries(parameters)
        .filter(([name]) => name.startsWith('W_'))
        .map(([name, matrix]) => [name, transposed(matrix)]),
    );
  }

  encode(text: string): number[] {
    return this.#tokenizer.encode(text).ids;
  }

  decode(tokens: readonly number[]): string {
    return this.#tokenizer.decode([...tokens]);
  }

  /**
   * Runs a forward pass.
   * @param tokens  one or more; together with the tokens of `past`, at most `settings.positions`
   * @param without  heads whose output is set to 0
   * @param past  the stages of the earlier tokens, whose keys and values are reused
   * @throws AttentionError naming `tokens`, `without.layer` or `without.head` if it is invalid
   */
  stages(
    tokens: readonly number[],
    without: readonly HeadPlace[] = [],
    past?: TalesStages,
  ): TalesStages {
    const { layers: count, heads } = this.settings;
    for (const { layer, head } of without) {
      checkIndex('without.layer', layer, count);
      checkIndex('without.head', head, heads);
    }
    const embedded = this.#embed(tokens, past?.layers[0]?.keys.shape[1]);
    let stream = embedded;
    const layers = Array.from({ length: count }, (_, layer) => {
      const off = without.filter((one) => one.layer === layer).map(({ head }) => head);
      const passed = this.#layer(layer, stream, off, past?.layers[layer]);
      stream = passed.stream;
      return passed;
    });
    return { embedded, layers, logits: this.logits(stream) };
  }

  /**
   * Converts a residual stream of shape (n, d) to logits of shape (n, V). For the stream after an earlier layer, this
   * is the logit lens: the prediction if the later layers were removed.
   * Source: nostalgebraist 2020, "interpreting GPT: the logit lens"
   */
  logits(stream: Floats): Floats {
    return this.#scores(this.#normalised('end', stream), this.#parameter('E'));
  }

  /** Mean loss, in nats, of all tokens except the first. @throws AttentionError naming an invalid argument */
  loss(tokens: readonly number[], without: readonly HeadPlace[] = []): number {
    if (tokens.length < 2)
      throw refusal('OutOfRange', 'tokens', 'entriesAtLeast', [2], tokens.length);
    const { logits } = this.stages(tokens.slice(0, -1), without);
    const targets = { shape: [tokens.length - 1], data: tokens.slice(1) };
    return this.engine.crossEntropy({ precision, logits, targets }).loss;
  }

  /** Creates a generator, which caches the keys and values of the tokens so far. Call its `release` after use. */
  generator(): LanguageModelGenerator<'float32'> {
    const model = languageModelOf(this.engine, this.#file);
    try {
      return model.generator();
    } finally {
      model.release();
    }
  }

  #parameter(name: string): Floats {
    return this.#file.parameters[name] as Floats;
  }

  #embed(tokens: readonly number[], first = 0): Floats {
    const { positions, vocabulary, width } = this.settings;
    const length = first + tokens.length;
    if (tokens.length < 1 || length > positions)
      throw refusal('OutOfRange', 'tokens', 'entriesFrom', [1, positions], length);
    const { P } = this.#file.parameters;
    const { data: rows } = this.#parameter('E');
    const data = new Float32Array(tokens.length * width);
    tokens.forEach((token, i) => {
      checkIndex('tokens', token, vocabulary);
      data.set(rows.subarray(token * width, (token + 1) * width), i * width);
    });
    const embedded = { shape: [tokens.length, width], data };
    return P
      ? sum(embedded, { shape: embedded.shape, data: P.data.subarray(first * width) })
      : embedded;
  }

  #layer(layer: number, stream: Floats, off: readonly number[], past?: TalesLayer): TalesLayer {
    const x = this.#normalised(`att_${layer}`, stream);
    const of = (name: string) => cutHeads(this.#times(x, `${name}_${layer}`), this.settings.heads);
    const first = past?.keys.shape[1] ?? 0;
    const queries = this.#turn(of('W_q'), first);
    const keys = after(past?.keys, this.#turn(of('W_k'), first));
    const values = after(past?.values, of('W_v'));
    const { scores, scaledScores, weights, output } = this.engine.attention({
      ...{ precision, queries, keys, values, causal: true, alignment },
      ...this.#bias(queries, keys),
    });
    for (const head of off) {
      const size = output.data.length / this.settings.heads;
      output.data.fill(0, head * size, (head + 1) * size);
    }
    const attention = this.#times(joinHeads(output), `W_o_${layer}`);
    const between = sum(stream, attention);
    const hidden = this.#times(this.#normalised(`mlp_${layer}`, between), `W_in_${layer}`);
    const feedForward = this.#times(this.#activated(hidden), `W_out_${layer}`);
    return {
      ...{ queries, keys, values, scores, scaledScores, weights, heads: output },
      ...{ attention, feedForward, stream: sum(between, feedForward) },
    };
  }

  #normalised(place: string, x: Floats): Floats {
    const { [`g_${place}`]: gain, [`b_${place}`]: bias } = this.#file.parameters;
    if (gain === undefined) return x;
    return bias
      ? this.engine.layerNorm({ precision, x, gain, bias })
      : this.engine.rmsNorm({ precision, x, gain });
  }

  #activated(x: Floats): Floats {
    const { activation } = this.settings;
    if (activation === 'relu') return { ...x, data: x.data.map((one) => Math.max(one, 0)) };
    return this.engine.gelu({
      ...{ precision, x, approximation: activation === 'gelu' ? 'none' : 'tanh' },
    });
  }

  #turn(x: Floats, first: number): Floats {
    return this.settings.position_encoding === 'rotary'
      ? this.engine.rotary({ precision, x, first, pairs: 'halves' })
      : x;
  }

  #bias({ shape: [, m = 0] }: Floats, { shape: [, n = 0] }: Floats) {
    const { heads: numHeads, position_encoding: encoding } = this.settings;
    if (encoding !== 'alibi') return {};
    return { scoreBias: this.engine.alibiBias({ precision, numHeads, m, n, alignment }) };
  }

  #times(x: Floats, matrix: string): Floats {
    return this.#scores(x, this.#turned.get(matrix) as Floats);
  }

  #scores(queries: Floats, keys: Floats): Floats {
    return this.engine.scaledDotScores({ precision, queries, keys, divisor: 'none' });
  }
}

/** Creates a `LanguageModel` with the parameters of a file. Call its `release` after use. */
export function languageModelOf(
  engine: Engine,
  { settings, parameters }: TalesFile,
): LanguageModel<'float32'> {
  const { position_encoding: positionEncoding, ...options } = settings;
  const model = engine.newLanguageModel({
    ...{ precision, optimizer: 'sgd', learningRate: 1, tiedOutput: true },
    ...{ ...options, positionEncoding },
  });
  try {
    model.load(parameters);
    return model;
  } catch (error) {
    model.release();
    throw error;
  }
}

/** Fetches a file. @throws EngineLoadError if that fails */
async function readFile(source: URL, onProgress: Progress = () => {}): Promise<Uint8Array> {
  try {
    const { body, headers } = await request(source);
    const length = headers.has('Content-Encoding') ? null : headers.get('Content-Length');
    let bytes = 0;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length;
        onProgress(bytes, length === null ? undefined : Number(length));
        controller.enqueue(chunk);
      },
    });
    return new Uint8Array(await new Response(body?.pipeThrough(counted)).arrayBuffer());
  } catch (cause) {
    throw new EngineLoadError(source.href, cause);
  }
}

/**
 * @param engine  an engine that can train
 * @throws AttentionError naming the damaged part of the file; EngineLoadError if it cannot be loaded; ModelAbsentError
 * if the npm package attention-lab-tales is not imported
 */
export async function loadTalesModel(
  engine: Engine,
  { file = talesFile(), onProgress }: TalesOptions,
): Promise<TalesModel> {
  return new TalesModel(engine, await (file instanceof URL ? readFile(file, onProgress) : file));
}
