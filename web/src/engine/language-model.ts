// SPDX-License-Identifier: MIT
import type { LanguageModelHandle } from '#wasm/simd';
import { type Answer, type Caller, number } from './caller.ts';
import {
  checkCount,
  checkShape,
  flagOr,
  isGiven,
  listLength,
  newNumbers,
  numberOf,
  numberOr,
  objectOf,
  readNumbers,
  tensorOf,
  tensorSides,
} from './check.ts';
import { Handle } from './handle.ts';
import type { FloatArray, Precision, Tensor } from './tensor.ts';
import { type OptimizerOptions, optimizerChoices } from './training.ts';

/** What a model is made of; cpp/attention/language_model.hpp has the formulas. */
export interface LanguageModelOptions {
  /** Tokens are whole numbers from 0 to below it. */
  vocabulary: number;
  /** Components of a token, 32 unless given. */
  width?: number;
  /** 2 unless given. */
  layers?: number;
  /** A divisor of the width, 2 unless given. */
  heads?: number;
  /** Components of the ReLU layer; 0 (default) leaves it out. */
  hidden?: number;
  /** The longest sequence; 0 (default) leaves the positions out. */
  positions?: number;
  /** Whether a position sees none behind it; true unless given. */
  causal?: boolean;
  /** Whether keys are made with W_q; false unless given. */
  tied?: boolean;
  /** Whether scores are divided by √(width/heads); true unless given. */
  scaled?: boolean;
}

export type LanguageModelInput<P extends Precision> = LanguageModelOptions &
  OptimizerOptions & {
    precision: P;
    /** The parameters before the first step are drawn from it; 0 unless given. */
    seed?: number;
  };

/** Sequences (n) or (B, n) to look at; targets and counts come together or not at all. */
export interface LanguageModelSequences {
  tokens: Tensor;
  targets?: Tensor;
  /** 1 where a position counts, else 0. */
  counts?: Tensor;
}

/** Batches of sequences for steps: (n), (B, n), or (S, B, n) for S batches. */
export type LanguageModelBatches = Required<LanguageModelSequences>;

const STAGES = ['weights', 'streams', 'logits', 'lossRows'] as const;

/**
 * What a forward pass makes: weights (L, B, h, n, n); streams (L + 1, B, n, d), the first before all layers; logits
 * (B, n, V); with targets also lossRows (B, n) and loss.
 */
export type LanguageModelStages<P extends Precision> = Answer<P, 'weights' | 'streams' | 'logits'> &
  Partial<Answer<P, 'lossRows'>> & { loss?: number };

/** All that is needed to go on: hand it to `restore` of a model with the same options. */
export interface LanguageModelState<P extends Precision> {
  seed: number;
  steps: number;
  /** All parameters one after the other, in the order of `shapes`. */
  parameters: FloatArray<P>;
  /** What the optimizer remembers of each, as long or empty. */
  first: FloatArray<P>;
  second: FloatArray<P>;
}

function create(caller: Caller, input: LanguageModelInput<Precision>): LanguageModelHandle {
  const { precision } = input;
  const choices = [
    numberOf('vocabulary', input.vocabulary),
    numberOr('width', input.width, 32),
    numberOr('layers', input.layers, 2),
    numberOr('heads', input.heads, 2),
    numberOr('hidden', input.hidden, 0),
    numberOr('positions', input.positions, 0),
    flagOr('causal', input.causal, 1),
    flagOr('tied', input.tied, 0),
    flagOr('scaled', input.scaled, 1),
    ...optimizerChoices(caller, input),
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

/** A small transformer and its training. `release` gives its memory back. */
export class LanguageModel<P extends Precision> extends Handle<LanguageModelHandle> {
  /** Names and shapes of the parameters, in the order in which they lie in a state. */
  readonly shapes: Readonly<Record<string, readonly [rows: number, cols: number]>>;
  private readonly precision: P;
  private readonly seed: number;

  constructor(caller: Caller, input: LanguageModelInput<P>) {
    const { precision, seed } = { ...input };
    super(caller, create(caller, { ...input, precision, seed: numberOr('seed', seed, 0) }));
    const { object } = this;
    this.precision = precision;
    this.seed = numberOr('seed', seed, 0);
    const names = caller.run(() => object.names());
    const sides = caller.receive(precision, ['shapes'], () => object.shapes()).shapes.data;
    this.shapes = Object.fromEntries(
      names.map((name, i) => [name, [sides[2 * i] as number, sides[2 * i + 1] as number]]),
    );
  }

  /**
   * Makes `count` steps and gives their losses, each from before its step: one for each batch unless given, else the
   * j-th takes batch j mod S. Slices of one long training give the same bits when each gets the batches of its steps.
   */
  train(batches: LanguageModelBatches, count?: number): FloatArray<P> {
    const request = batchesOf(batches);
    const sides = tensorSides('tokens', request.tokens);
    const steps = numberOr('count', count, sides.length > 2 ? (sides[0] as number) : 1);
    const { object } = this;
    this.caller.write(this.precision, request);
    return this.caller.receive(this.precision, ['losses'], () => object.train(steps)).losses.data;
  }

  /** What the present parameters make of some sequences. */
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

  /** The loss of a batch and how it changes with each parameter. */
  gradient(batch: LanguageModelBatches): {
    loss: number;
    gradient: Record<string, Tensor<FloatArray<P>>>;
  } {
    const { object } = this;
    this.caller.write(this.precision, batchesOf(batch));
    const { loss, gradient } = this.caller.receive(this.precision, ['loss', 'gradient'], () =>
      object.gradient(),
    );
    return { loss: number(loss), gradient: this.named(gradient.data) };
  }

  /** How many steps were made, those before a restored state included. */
  get steps(): number {
    const { object } = this;
    return this.caller.run(() => object.steps());
  }

  /** The present parameters by name. */
  get parameters(): Record<string, Tensor<FloatArray<P>>> {
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
   * Goes on from `state`, bit for bit; where `first` and `second` are empty, with an optimizer that remembers nothing.
   * A state that does not fit is refused and changes nothing.
   */
  restore(state: Omit<LanguageModelState<P>, 'seed'>): void {
    const { steps, parameters, first, second } = objectOf('state', state);
    this.resume(numberOf('steps', steps), { parameters, first, second });
  }

  /** Begins anew from these parameters, all of them by name. */
  load(parameters: Readonly<Record<string, Tensor>>): void {
    const given = objectOf('parameters', parameters);
    const shapes = Object.entries(this.shapes);
    const all = newNumbers(shapes.reduce((sum, [, [rows, cols]]) => sum + rows * cols, 0));
    let first = 0;
    for (const [name, shape] of shapes) {
      const tensor = tensorOf(name, given[name]);
      const size = shape[0] * shape[1];
      checkShape(name, shape, tensorSides(name, tensor));
      const { data } = tensor;
      checkCount(name, shape, size, listLength(name, data));
      readNumbers(name, data, size, all, first);
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

  /** The matrices of a list that holds one after the other. */
  private named(list: FloatArray<P>): Record<string, Tensor<FloatArray<P>>> {
    let first = 0;
    return Object.fromEntries(
      Object.entries(this.shapes).map(([name, shape]) => {
        const data = list.slice(first, first + shape[0] * shape[1]) as FloatArray<P>;
        first += data.length;
        return [name, { shape: [...shape], data }];
      }),
    );
  }
}
