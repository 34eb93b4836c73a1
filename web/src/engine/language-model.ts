// SPDX-License-Identifier: MIT
// This file is long because the types of options, batches and results describe one class.

import {
  checkCount,
  checkShape,
  copyNumbers,
  isGiven,
  listLength,
  newNumbers,
  numberOf,
  numberOr,
  numbersIn,
  objectOf,
  sizeOf,
  tensorOf,
  tensorSides,
} from './arguments.ts';
import { type Answer, type Caller, number } from './caller.ts';
import type { LanguageModelGeneratorHandle, LanguageModelHandle } from './glue.ts';
import { Handle } from './handle.ts';
import type { FloatArray, Floats, Precision, Tensor } from './tensor.ts';
import type { OptimizerOptions } from './training.ts';

/** Normalizations of a Transformer. cpp/attention/options.hpp has the formulas. */
export const NORMALIZATIONS = ['none', 'layer', 'rms'] as const;
export type Normalization = (typeof NORMALIZATIONS)[number];

/** Activation functions of the feed-forward part of a layer. */
export const ACTIVATIONS = ['relu', 'gelu', 'gelu_tanh'] as const;
export type Activation = (typeof ACTIVATIONS)[number];

/** Encodings of the positions of tokens. */
export const POSITION_ENCODINGS = ['none', 'learned', 'rotary', 'alibi'] as const;
export type PositionEncoding = (typeof POSITION_ENCODINGS)[number];

/** Architecture of a Transformer. cpp/attention/language_model.hpp has the formulas. */
export interface LanguageModelOptions {
  /** Number of different tokens V. Tokens are whole numbers from 0 to V − 1. */
  vocabulary: number;
  /** Number of components d of a token's vector. Default: 32. */
  width?: number;
  /** Number of layers L. Default: 2. */
  layers?: number;
  /** Number of heads h, a divisor of the width. Default: 2. */
  heads?: number;
  /** Number of hidden units in the feed-forward part of each layer. Default: 0, which means no feed-forward part. */
  hidden?: number;
  /**
   * Maximum length of a sequence. Default: 0, which means no limit. With the encoding `learned`, it is the number of
   * rows of the positional embedding P, and 0 means no positional embedding.
   */
  positions?: number;
  /** Whether a position attends only to itself and to earlier positions. Default: true. */
  causal?: boolean;
  /** Whether keys are projected with the same matrix W_q as queries. Default: false. */
  tied?: boolean;
  /** Whether scores are divided by √(width/heads). Default: true. */
  scaled?: boolean;
  /** Whether the output layer uses the embeddings E instead of a separate matrix U. Default: false. */
  tiedOutput?: boolean;
  /** Number of key heads, a divisor of `heads`; query heads share them. Default: 0, which means `heads`. */
  kvHeads?: number;
  /** Normalization before attention, before the feed-forward part, and after the last layer. Default: 'none'. */
  norm?: Normalization;
  /** Added under the square root of the normalization; finite and ≥ 0. Default: 1e-5. */
  normEpsilon?: number;
  /** Default: 'relu'. */
  activation?: Activation;
  /** Default: 'learned'. For 'rotary', the width of a head must be even. */
  positionEncoding?: PositionEncoding;
  /** Base ≥ 1 of the angles of rotary positions. Default: 10,000. */
  rotaryBase?: number;
}

export type LanguageModelInput<P extends Precision> = LanguageModelOptions &
  OptimizerOptions & {
    precision: P;
    /** Seed of the initial parameters. Default: 0. */
    seed?: number;
  };

/**
 * One sequence of n tokens, of shape (n), or B sequences, of shape (B, n). `targets` and `counts` have the same shape
 * and must be given together.
 */
export interface LanguageModelSequences {
  tokens: Tensor;
  targets?: Tensor;
  /** 1 for each position whose prediction counts toward the loss, 0 for others. */
  counts?: Tensor;
}

/** Batches of sequences: shape (n) or (B, n) for one batch, (S, B, n) for S batches. */
export type LanguageModelBatches = Required<LanguageModelSequences>;

/** For each training step: the loss of its batch before the update, and the norm of all gradients before clipping. */
export interface LanguageModelTraining<P extends Precision> {
  losses: FloatArray<P>;
  gradientNorms: FloatArray<P>;
}

/** Options for sampling batches from a corpus. The corpus, these options, s and b determine sequence b of step s. */
export interface CorpusSampling {
  /** Number of sequences of a batch. Default: 16. */
  sequences?: number;
  /** Number of tokens of a sequence, less than the length of the corpus. Default: 64. */
  length?: number;
  /** Default: 0. */
  seed?: number;
  /** Number of steps. Default: 1. */
  count?: number;
  /** One learning rate ≥ 0 for each step, instead of the optimizer's. */
  learningRates?: ArrayLike<number>;
}

const STAGES = ['weights', 'streams', 'logits', 'lossRows'] as const;

/**
 * Results of a forward pass for B sequences of n tokens:
 * - `weights` of shape (L, B, h, n, n): the attention weights of each layer and head
 * - `streams` of shape (L + 1, B, n, d): the residual stream before the first layer and after each layer
 * - `logits` of shape (B, n, V)
 * - if targets were given, `lossRows` of shape (B, n), the loss of each position, and `loss`, the mean loss
 */
export type LanguageModelStages<P extends Precision> = Answer<P, 'weights' | 'streams' | 'logits'> &
  Partial<Answer<P, 'lossRows'>> & { loss?: number };

/** The complete training state. A model with the same options can `restore` it. */
export interface LanguageModelState<P extends Precision> {
  seed: number;
  steps: number;
  /** The entries of all parameters in one list, in the order of `shapes`. */
  parameters: FloatArray<P>;
  /**
   * The optimizer's first moments and, in `second`, its second moments. Each has the length of `parameters` or is
   * empty.
   */
  first: FloatArray<P>;
  second: FloatArray<P>;
}

function create(caller: Caller, input: LanguageModelInput<Precision>): LanguageModelHandle {
  const { precision } = input;
  const choices = [
    ...caller.choices('languageModel', input),
    ...caller.choices('optimizer', input),
    numberOr('seed', input.seed, 0),
  ];
  return caller.send(precision, 'newLanguageModel', {}, choices);
}

const batchesOf = (batches: LanguageModelBatches) => {
  const { tokens, targets, counts } = objectOf('batches', batches);
  return {
    tokens: tensorOf('tokens', tokens),
    targets: tensorOf('targets', targets),
    counts: tensorOf('counts', counts),
  };
};

function ratesOf(learningRates: ArrayLike<number> | undefined, count: number): number[] {
  if (!isGiven(learningRates)) return [];
  checkCount('learningRates', [count], count, numbersIn('learningRates', learningRates));
  return Array.from(learningRates);
}

/**
 * Computes the logits of one position after another, with cached keys and values of the earlier positions. The
 * generator has a copy of the model's parameters at the time of its creation. `release` frees its memory.
 */
export class LanguageModelGenerator<
  P extends Precision,
> extends Handle<LanguageModelGeneratorHandle> {
  private readonly precision: P;

  constructor(caller: Caller, precision: P, held: LanguageModelGeneratorHandle) {
    super(caller, held);
    this.precision = precision;
  }

  /**
   * Appends a token to each sequence.
   * @param tokens  of shape (sequences)
   * @returns the logits of the next token of each sequence, of shape (sequences, V)
   */
  next(tokens: Tensor): Floats<P> {
    const { object } = this;
    this.caller.write(this.precision, { tokens: tensorOf('tokens', tokens) });
    return this.caller.receive(this.precision, ['logits'], () => object.next()).logits;
  }

  /** The number of tokens that each sequence has so far. */
  get length(): number {
    const { object } = this;
    return this.caller.run(() => object.length());
  }

  /** Starts new, empty sequences. */
  reset(): void {
    const { object } = this;
    this.caller.run(() => object.reset());
  }
}

/** A Transformer that can be trained. `release` frees its memory. */
export class LanguageModel<P extends Precision> extends Handle<LanguageModelHandle> {
  /** Names and shapes of the parameters, in the order of `LanguageModelState.parameters`. */
  readonly shapes: Readonly<Record<string, readonly number[]>>;
  private readonly precision: P;
  private readonly seed: number;

  constructor(caller: Caller, input: LanguageModelInput<P>) {
    const { precision, seed } = { ...input };
    super(caller, create(caller, { ...input, precision, seed: numberOr('seed', seed, 0) }));
    const { object } = this;
    this.precision = precision;
    this.seed = numberOr('seed', seed, 0);
    const shapes: Record<string, number[]> = {};
    let shape: number[] = [];
    for (const part of caller.run(() => object.layout()))
      if (typeof part === 'number') shape.push(part);
      else shapes[part] = shape = [];
    this.shapes = shapes;
  }

  /**
   * Makes `count` training steps (default: S, the number of batches). Step j = 0, 1, … of this call uses batch j mod S.
   * A training that is split into several calls has identical results if each step gets the same batch.
   * @param learningRates  one for each step, instead of the optimizer's
   */
  train(
    batches: LanguageModelBatches,
    count?: number,
    learningRates?: ArrayLike<number>,
  ): LanguageModelTraining<P> {
    const request = batchesOf(batches);
    const sides = tensorSides('tokens', request.tokens);
    const steps = numberOr('count', count, sides.length > 2 ? (sides[0] as number) : 1);
    const { object } = this;
    this.caller.write(this.precision, request, ratesOf(learningRates, steps));
    return this.training(() => object.train(steps));
  }

  /**
   * Makes training steps with batches sampled from a corpus. Each batch depends on the model's number of steps so far
   * (`steps`). So the results are identical if a training is split into several calls, or resumed by `restore`.
   * @param corpus  T ≥ 2 tokens, of shape (T)
   */
  trainOn(corpus: Tensor, sampling: CorpusSampling = {}): LanguageModelTraining<P> {
    const { sequences, length, seed, count, learningRates } = objectOf('sampling', sampling);
    const steps = numberOr('count', count, 1);
    const rates = ratesOf(learningRates, steps);
    const numbers = [
      numberOr('sequences', sequences, 16),
      numberOr('length', length, 64),
      numberOr('seed', seed, 0),
    ] as const;
    const { object } = this;
    this.caller.write(this.precision, { corpus: tensorOf('corpus', corpus) }, rates);
    return this.training(() => object.trainOn(steps, ...numbers));
  }

  private training(call: () => number): LanguageModelTraining<P> {
    const parts = ['losses', 'gradientNorms'] as const;
    const { losses, gradientNorms } = this.caller.receive(this.precision, parts, call);
    return { losses: losses.data, gradientNorms: gradientNorms.data };
  }

  /**
   * Creates a generator with the current parameters.
   * @param options.length  maximum number of tokens of a sequence; the default is the option `positions`
   * @param options.sequences  number of sequences that grow together; 1 by default
   */
  generator(options: { length?: number; sequences?: number } = {}): LanguageModelGenerator<P> {
    const given = objectOf('options', options);
    const length = numberOr('length', given.length, 0);
    const sequences = numberOr('sequences', given.sequences, 1);
    const { object } = this;
    const held = this.caller.checked(() => object.generator(length, sequences));
    return new LanguageModelGenerator(this.caller, this.precision, held);
  }

  /** Runs a forward pass with the current parameters and returns the results of its steps. */
  stages(sequences: LanguageModelSequences): LanguageModelStages<P> {
    const { tokens, targets, counts } = objectOf('sequences', sequences);
    const isJudged = isGiven(targets) || isGiven(counts);
    const request = isJudged
      ? batchesOf({ tokens, targets, counts } as LanguageModelBatches)
      : { tokens: tensorOf('tokens', tokens), targets: undefined, counts: undefined };
    const { object } = this;
    this.caller.write(this.precision, request);
    const { loss, lossRows, ...stages } = this.caller.receive(
      this.precision,
      [...STAGES, 'loss'],
      () => object.stages(),
    );
    return isJudged ? { ...stages, lossRows, loss: number(loss) } : stages;
  }

  /** The loss of a batch, and its gradient with respect to each parameter. */
  gradient(batch: LanguageModelBatches): {
    loss: number;
    gradient: Record<string, Floats<P>>;
  } {
    const { object } = this;
    this.caller.write(this.precision, batchesOf(batch));
    const { loss, gradient } = this.caller.receive(this.precision, ['loss', 'gradient'], () =>
      object.gradient(),
    );
    return { loss: number(loss), gradient: this.named(gradient.data) };
  }

  /** The number of training steps so far. After `restore`, it includes the steps of the restored state. */
  get steps(): number {
    const { object } = this;
    return this.caller.run(() => object.steps());
  }

  /** The current parameters, by name. */
  get parameters(): Record<string, Floats<P>> {
    return this.named(this.state().parameters);
  }

  state(): LanguageModelState<P> {
    const { object } = this;
    const { parameters, first, second } = this.caller.receive(
      this.precision,
      ['parameters', 'first', 'second'],
      () => object.state(),
    );
    return {
      ...{ seed: this.seed, steps: this.steps },
      ...{ parameters: parameters.data, first: first.data, second: second.data },
    };
  }

  /**
   * Continues the training from `state`. The results are identical to an uninterrupted training. If `first` and
   * `second` are empty, the optimizer's moments start at 0.
   * @throws AttentionError if the state is invalid; the model is then unchanged
   */
  restore(state: Omit<LanguageModelState<P>, 'seed'>): void {
    const { steps, parameters, first, second } = objectOf('state', state);
    this.resume(numberOf('steps', steps), { parameters, first, second });
  }

  /** Restarts the training with these parameters. All parameters are required. */
  load(parameters: Readonly<Record<string, Tensor>>): void {
    const given = objectOf('parameters', parameters);
    const shapes = Object.entries(this.shapes);
    const all = newNumbers(shapes.reduce((sum, [, shape]) => sum + sizeOf(shape), 0));
    let first = 0;
    for (const [name, shape] of shapes) {
      const tensor = tensorOf(name, given[name]);
      const size = sizeOf(shape);
      checkShape(name, shape, tensorSides(name, tensor));
      const { data } = tensor;
      checkCount(name, shape, size, numbersIn(name, data));
      copyNumbers(data, all, first);
      first += size;
    }
    this.resume(0, { parameters: all, first: [], second: [] });
  }

  private resume(steps: number, lists: Readonly<Record<string, ArrayLike<number>>>): void {
    const request = Object.fromEntries(
      Object.entries(lists).map(([name, data]) => {
        const length = listLength(name, data);
        return [name, { shape: length > 0 ? [1, length] : [0, 0], data }];
      }),
    );
    const { object } = this;
    this.caller.write(this.precision, request);
    this.caller.checked(() => object.restore(steps));
  }

  private named(list: FloatArray<P>): Record<string, Floats<P>> {
    let first = 0;
    return Object.fromEntries(
      Object.entries(this.shapes).map(([name, shape]) => {
        const data = list.slice(first, first + sizeOf(shape)) as FloatArray<P>;
        first += data.length;
        return [name, { shape: [...shape], data }];
      }),
    );
  }
}
