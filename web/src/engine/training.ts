// SPDX-License-Identifier: MIT
import type { TrainerHandle } from '#wasm/simd';
import { type AttentionOptions, attentionChoices, attentionTensors } from './attention.ts';
import { type Caller, like, number, shapesOf } from './caller.ts';
import { flagOr, listOf, numberOf, numberOr, objectOf, placeOf, tensorOf } from './check.ts';
import { Handle } from './handle.ts';
import { type MultiHeadOptions, multiHeadChoices, multiHeadTensors } from './multi-head.ts';
import { maskTensors } from './options.ts';
import type { AdditiveParameters } from './scores.ts';
import type { FloatArray, Precision, Tensor } from './tensor.ts';

/** How parameters are moved; cpp/attention/training/optimizer.hpp has the formulas. */
export const OPTIMIZERS = ['sgd', 'adam'] as const;
export type Optimizer = (typeof OPTIMIZERS)[number];

export interface OptimizerOptions {
  optimizer: Optimizer;
  /** Finite and > 0. */
  learningRate: number;
  /** For `sgd`, in [0, 1); 0 unless given. */
  momentum?: number;
  /** For `adam`; 0.9, 0.999 and 1e-8 unless given. */
  beta1?: number;
  beta2?: number;
  epsilon?: number;
}

type Parameters = Readonly<Record<string, Tensor | undefined>>;

/** Kernel regression of each target by all others; `start` holds w (). */
export interface KernelTask {
  task: 'kernel';
  /** (n, d) */
  inputs: Tensor;
  /** (n, d_v) */
  targets: Tensor;
}

/** One head of self-attention; `start` holds W_q, W_k (d, d_k) and W_v (d, d_v), right-multiplied. */
export interface SdpaTask
  extends Omit<AttentionOptions, 'score' | 'sigma' | keyof AdditiveParameters> {
  task: 'sdpa';
  /** (…, T, d) */
  inputs: Tensor;
  /** (…, T, d_v) */
  targets: Tensor;
}

/** Additive attention; `start` holds W_q, W_k, w_v and, unless left out, bias. */
export interface AdditiveTask
  extends Omit<AttentionOptions, 'score' | 'sigma' | keyof AdditiveParameters> {
  task: 'additive';
  queries: Tensor;
  keys: Tensor;
  values: Tensor;
  /** (…, m, d_v) */
  targets: Tensor;
}

/** Multi-head attention; `start` holds its parameters. */
export interface MultiHeadTask extends MultiHeadOptions {
  task: 'multi-head';
  queries: Tensor;
  keys: Tensor;
  values: Tensor;
  /** (…, m, E_o) */
  targets: Tensor;
}

/**
 * Attention without values: each of n one-hot tokens is to give its weight to one; `start` holds W_q and W_k (n, d_k), when
 * tied W_q alone. cpp/lab/pointing.hpp has the loss.
 */
export interface PointingTask {
  task: 'pointing';
  /** (n, 1) */
  targets: Tensor;
  /** Whether keys are made with W_q; false unless given. */
  tied?: boolean;
  /** Whether scores are divided by √d_k; true unless given. */
  scaled?: boolean;
}

export type TrainerInput<P extends Precision> = OptimizerOptions & {
  precision: P;
  /** The parameters before the first step. */
  start: Parameters;
} & (KernelTask | SdpaTask | AdditiveTask | MultiHeadTask | PointingTask);

/** All that is needed to go on: hand it to `restore` of a trainer with the same input. */
export interface TrainerState<P extends Precision> {
  steps: number;
  parameters: Tensor<FloatArray<P>>[];
  /** What the optimizer remembers of each parameter. */
  first: Tensor<FloatArray<P>>[];
  second: Tensor<FloatArray<P>>[];
}

export const optimizerChoices = (caller: Caller, options: OptimizerOptions): readonly number[] => [
  caller.choice('optimizer', options.optimizer),
  numberOf('learningRate', options.learningRate),
  numberOr('momentum', options.momentum, 0),
  numberOr('beta1', options.beta1, 0.9),
  numberOr('beta2', options.beta2, 0.999),
  numberOr('epsilon', options.epsilon, 1e-8),
];

const TASKS = ['kernel', 'sdpa', 'additive', 'multi-head', 'pointing'] as const;

const EMPTY: Tensor = { shape: [0, 0], data: [] };

/** @param start  the parameters before the first step, each read once */
function create(caller: Caller, input: TrainerInput<Precision>, start: Parameters): TrainerHandle {
  const { precision, task } = input;
  const targets = tensorOf('targets', input.targets);
  const optimizer = optimizerChoices(caller, input);
  placeOf('task', task, TASKS);
  if (task === 'kernel') {
    const request = { inputs: tensorOf('inputs', input.inputs), targets, w: start.w };
    return caller.send(precision, 'newKernelTrainer', request, optimizer);
  }
  if (task === 'pointing') {
    const { W_q, W_k } = start;
    const isTied = flagOr('tied', input.tied, 0);
    const request = isTied ? { targets, W_q } : { targets, W_q, W_k };
    const choices = [isTied, flagOr('scaled', input.scaled, 1), ...optimizer];
    return caller.send(precision, 'newPointingTrainer', request, choices);
  }
  if (task === 'multi-head') {
    const { W_o = EMPTY, ...parameters } = start;
    const request = { ...multiHeadTensors({ ...input, ...parameters, W_o }), targets };
    const choices = [...multiHeadChoices(caller, input), ...optimizer];
    return caller.send(precision, 'newMultiHeadTrainer', request, choices);
  }
  if (task === 'additive') {
    const { W_q, W_k, w_v, bias } = start;
    const request = { ...attentionTensors(input), W_q, W_k, w_v, bias, targets };
    const choices = [...attentionChoices(caller, { ...input, score: 'additive' }), ...optimizer];
    return caller.send(precision, 'newAdditiveTrainer', request, choices);
  }
  const { dropoutKeep } = input;
  const inputs = tensorOf('inputs', input.inputs);
  const { W_q, W_k, W_v } = start;
  const request = {
    ...{ inputs, keys: undefined, values: undefined, ...maskTensors(input), dropoutKeep },
    ...{ W_q, W_k, W_v, bias: undefined, targets },
  };
  const choices = [...attentionChoices(caller, input), ...optimizer];
  return caller.send(precision, 'newSdpaTrainer', request, choices);
}

/** Fits parameters step by step. `release` gives its memory back. */
export class Trainer<P extends Precision> extends Handle<TrainerHandle> {
  private readonly precision: P;
  private readonly names: readonly string[];
  private readonly shapes: Readonly<Record<string, readonly number[] | undefined>>;

  constructor(caller: Caller, input: TrainerInput<P>) {
    const start: Parameters = { ...objectOf('start', input.start) };
    const shapes = shapesOf(Object.keys(start), start);
    super(caller, create(caller, input, start));
    const { object } = this;
    this.precision = input.precision;
    this.names = caller.run(() => object.names());
    this.shapes = shapes;
  }

  /** Makes `count` steps and gives their losses, each from before its step. */
  run(count: number): FloatArray<P> {
    const steps = numberOf('count', count);
    const { object } = this;
    return this.caller.receive(this.precision, ['losses'], () => object.run(steps)).losses.data;
  }

  /** The loss of the present parameters. */
  get loss(): number {
    const { object } = this;
    return number(this.caller.receive(this.precision, ['loss'], () => object.loss()).loss);
  }

  /** How many steps were made, those before a restored state included. */
  get steps(): number {
    const { object } = this;
    return this.caller.run(() => object.steps());
  }

  /** The present parameters that were given at the start, shaped as they were. */
  get parameters(): Record<string, Tensor<FloatArray<P>>> {
    const { parameters } = this.state();
    const given = this.names.flatMap((name, i) => {
      const shape = this.shapes[name];
      return shape ? [[name, like<P>(parameters[i] as Tensor<FloatArray<P>>, shape)]] : [];
    });
    return Object.fromEntries(given);
  }

  state(): TrainerState<P> {
    const { object } = this;
    const tensors = this.caller.receiveAll(this.precision, () => object.state());
    const each = this.names.length;
    const list = (i: number) => tensors.slice(i * each, (i + 1) * each);
    return { steps: this.steps, parameters: list(0), first: list(1), second: list(2) };
  }

  /** Goes on from `state`, bit for bit. A state that does not fit is refused and changes nothing. */
  restore(state: TrainerState<P>): void {
    const { steps, parameters, first, second } = objectOf('state', state);
    const made = numberOf('steps', steps);
    const lists = {
      parameters: listOf('parameters', parameters),
      first: listOf('first', first),
      second: listOf('second', second),
    };
    const request = Object.entries(lists).flatMap(([name, list]) =>
      list.map((tensor, i) => {
        const argument = `${name}[${i}]`;
        return [argument, tensorOf(argument, tensor)] as const;
      }),
    );
    const { object } = this;
    this.caller.write(this.precision, Object.fromEntries(request));
    this.caller.checked(() => object.restore(made, lists.parameters.length, lists.first.length));
  }
}
