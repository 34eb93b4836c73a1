// SPDX-License-Identifier: MIT

import { listOf, numberOf, objectOf, placeOf, tensorOf } from './arguments.ts';
import { type AttentionOptions, attentionTensors } from './attention.ts';
import { type Caller, like, number, shapesOf } from './caller.ts';
import type { TrainerHandle } from './glue.ts';
import { Handle } from './handle.ts';
import { type MultiHeadOptions, multiHeadChoices, multiHeadTensors } from './multi-head.ts';
import { dividedChoices, maskTensors } from './options.ts';
import type { AdditiveParameters } from './scores.ts';
import type { FloatArray, Floats, Precision, Tensor } from './tensor.ts';

/** Optimizers; cpp/attention/options.hpp has the formulas. */
export const OPTIMIZERS = ['sgd', 'adam'] as const;
export type Optimizer = (typeof OPTIMIZERS)[number];

export interface OptimizerOptions {
  optimizer: Optimizer;
  /** Step size, finite and > 0. */
  learningRate: number;
  /** For the optimizer `sgd`: ≥ 0 and < 1. Default: 0. */
  momentum?: number;
  /** For the optimizer `adam`: β₁, β₂ (`beta2`) and ε (`epsilon`). Default: 0.9, 0.999 and 1e-8. */
  beta1?: number;
  beta2?: number;
  epsilon?: number;
  /**
   * Decoupled weight decay λ ≥ 0: each step first multiplies all parameters except gains and biases by
   * 1 − learningRate·λ. With `adam`, this is AdamW. Default: 0.
   */
  weightDecay?: number;
  /** Maximum norm c ≥ 0 of all gradients together. Larger gradients are scaled to the norm c. Default: 0, no limit. */
  clip?: number;
}

type Parameters = Readonly<Record<string, Tensor | undefined>>;

/** Kernel regression that predicts each target from all other targets (leave-one-out). `start` contains w = 1/σ. */
export interface KernelTask {
  task: 'kernel';
  /** n inputs with d components, of shape (n, d). */
  inputs: Tensor;
  /** One target with d_v components for each input, of shape (n, d_v). */
  targets: Tensor;
}

/**
 * Self-attention with one head. `start` contains W_q and W_k of shape (d, d_k), and W_v of shape (d, d_v). For a token
 * x, the query is x W_q, the key x W_k and the value x W_v.
 */
export interface SdpaTask
  extends Omit<AttentionOptions, 'score' | 'sigma' | keyof AdditiveParameters> {
  task: 'sdpa';
  /** T tokens with d components, of shape (…, T, d), where … are any batch axes. */
  inputs: Tensor;
  /** One target with d_v components for each token, of shape (…, T, d_v). */
  targets: Tensor;
}

/** Attention with additive scores. `start` contains the parameters W_q, W_k, w_v and optionally bias. */
export interface AdditiveTask
  extends Omit<AttentionOptions, 'score' | 'sigma' | keyof AdditiveParameters> {
  task: 'additive';
  queries: Tensor;
  keys: Tensor;
  values: Tensor;
  /** One target with d_v components for each query, of shape (…, m, d_v). */
  targets: Tensor;
}

/** Multi-head attention. `start` contains the `MultiHeadParameters`. */
export interface MultiHeadTask extends MultiHeadOptions {
  task: 'multi-head';
  queries: Tensor;
  keys: Tensor;
  values: Tensor;
  /** One target with E_o components for each query, of shape (…, m, E_o). */
  targets: Tensor;
}

/**
 * Attention without values: each of n one-hot tokens learns to attend to its target token. `start` contains W_q and W_k
 * of shape (n, d_k), or only W_q if the projections are tied. cpp/lab/pointing.hpp defines the loss.
 */
export interface PointingTask {
  task: 'pointing';
  /** For each token, the index of its target token, from 0 to n − 1; shape (n, 1). */
  targets: Tensor;
  /** Whether keys are projected with the same matrix W_q as queries. Default: false. */
  tied?: boolean;
  /** Whether scores are divided by √d_k. Default: true. */
  scaled?: boolean;
}

export type TrainerInput<P extends Precision> = OptimizerOptions & {
  precision: P;
  /** The initial parameters, by name. The task determines the names. */
  start: Parameters;
} & (KernelTask | SdpaTask | AdditiveTask | MultiHeadTask | PointingTask);

/** The complete training state. A trainer with the same input can `restore` it. */
export interface TrainerState<P extends Precision> {
  steps: number;
  parameters: Floats<P>[];
  /** The optimizer's first moments and, in `second`, second moments: one tensor for each parameter. */
  first: Floats<P>[];
  second: Floats<P>[];
}

const TASKS = ['kernel', 'sdpa', 'additive', 'multi-head', 'pointing'] as const;

const EMPTY: Tensor = { shape: [0, 0], data: [] };

function create(caller: Caller, input: TrainerInput<Precision>, start: Parameters): TrainerHandle {
  const { precision, task } = input;
  const targets = tensorOf('targets', input.targets);
  const optimizer = caller.choices('optimizer', input);
  placeOf('task', task, TASKS);
  if (task === 'kernel') {
    const request = { inputs: tensorOf('inputs', input.inputs), targets, w: start.w };
    return caller.send(precision, 'newKernelTrainer', request, optimizer);
  }
  if (task === 'pointing') {
    const { W_q, W_k } = start;
    const pointing = caller.choices('pointing', input);
    const request = pointing[0] ? { targets, W_q } : { targets, W_q, W_k };
    const choices = [...pointing, ...optimizer];
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
    const options: AttentionOptions = { ...input, score: 'additive' };
    const choices = [...dividedChoices(caller, 'attention', options), ...optimizer];
    return caller.send(precision, 'newAdditiveTrainer', request, choices);
  }
  const { scoreBias, dropoutKeep } = input;
  const inputs = tensorOf('inputs', input.inputs);
  const { W_q, W_k, W_v } = start;
  const request = {
    ...{ inputs, keys: undefined, values: undefined, scoreBias },
    ...{ ...maskTensors(input), dropoutKeep },
    ...{ W_q, W_k, W_v, bias: undefined, targets },
  };
  const choices = [...dividedChoices(caller, 'attention', input), ...optimizer];
  return caller.send(precision, 'newSdpaTrainer', request, choices);
}

/** Fits parameters by gradient descent. `release` frees the trainer's memory. */
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

  /** Makes `count` training steps and returns the loss before each step. */
  run(count: number): FloatArray<P> {
    const steps = numberOf('count', count);
    const { object } = this;
    return this.caller.receive(this.precision, ['losses'], () => object.run(steps)).losses.data;
  }

  /** The loss with the current parameters. */
  get loss(): number {
    const { object } = this;
    return number(this.caller.receive(this.precision, ['loss'], () => object.loss()).loss);
  }

  /** The number of training steps so far. After `restore`, it includes the steps of the restored state. */
  get steps(): number {
    const { object } = this;
    return this.caller.run(() => object.steps());
  }

  /** The current values of the parameters in `start`, with the shapes in `start`. */
  get parameters(): Record<string, Floats<P>> {
    const { parameters } = this.state();
    const given = this.names.flatMap((name, i) => {
      const shape = this.shapes[name];
      return shape ? [[name, like<P>(parameters[i] as Floats<P>, shape)]] : [];
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

  /**
   * Continues the training from `state`. The results are identical to an uninterrupted training.
   * @throws AttentionError if the state is invalid; the trainer is then unchanged
   */
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
