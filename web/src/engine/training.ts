// SPDX-License-Identifier: MIT
import type { TrainerHandle } from '#wasm/simd';
import { type AttentionOptions, attentionChoices, attentionTensors } from './attention.ts';
import { type Caller, like, number } from './caller.ts';
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

export type TrainerInput<P extends Precision> = OptimizerOptions & {
  precision: P;
  /** The parameters before the first step. */
  start: Parameters;
} & (KernelTask | SdpaTask | AdditiveTask | MultiHeadTask);

/** All that is needed to go on: hand it to `restore` of a trainer with the same input. */
export interface TrainerState<P extends Precision> {
  steps: number;
  parameters: Tensor<FloatArray<P>>[];
  /** What the optimizer remembers of each parameter. */
  first: Tensor<FloatArray<P>>[];
  second: Tensor<FloatArray<P>>[];
}

const optimizerChoices = (caller: Caller, options: OptimizerOptions): readonly number[] => [
  caller.choice('optimizer', options.optimizer),
  options.learningRate,
  options.momentum ?? 0,
  options.beta1 ?? 0.9,
  options.beta2 ?? 0.999,
  options.epsilon ?? 1e-8,
];

const EMPTY: Tensor = { shape: [0, 0], data: [] };

function create(caller: Caller, input: TrainerInput<Precision>): TrainerHandle {
  const { precision, targets, start } = input;
  const optimizer = optimizerChoices(caller, input);
  if (input.task === 'kernel') {
    const request = { inputs: input.inputs, targets, w: start.w };
    return caller.send(precision, 'newKernelTrainer', request, optimizer);
  }
  if (input.task === 'multi-head') {
    const { W_o = EMPTY, ...parameters } = start;
    const request = { ...multiHeadTensors({ ...input, ...parameters, W_o }), targets };
    const choices = [...multiHeadChoices(caller, input), ...optimizer];
    return caller.send(precision, 'newMultiHeadTrainer', request, choices);
  }
  if (input.task === 'additive') {
    const { W_q, W_k, w_v, bias } = start;
    const request = { ...attentionTensors(input), W_q, W_k, w_v, bias, targets };
    const choices = [...attentionChoices(caller, { ...input, score: 'additive' }), ...optimizer];
    return caller.send(precision, 'newAdditiveTrainer', request, choices);
  }
  const { inputs, dropoutKeep } = input;
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
  private readonly names: string[];

  constructor(
    caller: Caller,
    private readonly input: TrainerInput<P>,
  ) {
    super(caller, () => create(caller, input));
    this.precision = input.precision;
    this.names = this.object.names();
  }

  /** Makes `count` steps and gives their losses, each from before its step. */
  run(count: number): FloatArray<P> {
    return this.caller.receive(this.precision, ['losses'], () => this.object.run(count)).losses
      .data;
  }

  /** The loss of the present parameters. */
  get loss(): number {
    return number(this.caller.receive(this.precision, ['loss'], () => this.object.loss()).loss);
  }

  /** How many steps were made, those before a restored state included. */
  get steps(): number {
    return this.object.steps();
  }

  /** The present parameters that were given at the start, shaped as they were. */
  get parameters(): Record<string, Tensor<FloatArray<P>>> {
    const { parameters } = this.state();
    const { start } = this.input;
    const given = this.names.flatMap((name, i) => {
      const shape = start[name]?.shape;
      return shape ? [[name, like<P>(parameters[i] as Tensor<FloatArray<P>>, shape)]] : [];
    });
    return Object.fromEntries(given);
  }

  state(): TrainerState<P> {
    const tensors = this.caller.receiveAll(this.precision, () => this.object.state());
    const each = this.names.length;
    const list = (i: number) => tensors.slice(i * each, (i + 1) * each);
    return { steps: this.steps, parameters: list(0), first: list(1), second: list(2) };
  }

  /** Goes on from `state`, bit for bit. A state that does not fit is refused and changes nothing. */
  restore({ steps, parameters, first, second }: TrainerState<P>): void {
    const request = Object.entries({ parameters, first, second }).flatMap(([name, list]) =>
      list.map((tensor, i) => [`${name}[${i}]`, tensor] as const),
    );
    this.caller.write(this.precision, Object.fromEntries(request));
    this.caller.checked(() => this.object.restore(steps, parameters.length, first.length));
  }
}
