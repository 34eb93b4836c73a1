// SPDX-License-Identifier: MIT
import type { Engine, Tensor } from '../../../engine/index.ts';
import type { ModelOptions } from '../state.ts';
import { PointingLearner } from './pointing-learner.ts';
import { SequenceLearner, type SequenceSpec } from './sequence-learner.ts';

/** What decides the bits of a model: its options, and for sentences the language. */
export interface ModelSpec extends ModelOptions {
  readonly language: string;
}

/** All that is needed to go on from a step, bit for bit. */
export interface Saved {
  readonly steps: number;
  readonly parameters: Float32Array;
  /** What the optimizer remembers. */
  readonly first: Float32Array;
  readonly second: Float32Array;
}

/** What a model makes of an example. */
export interface Look {
  /** For each layer and head the weights, rows queries. */
  readonly weights: readonly (readonly (readonly (readonly number[])[])[])[];
  /** For each position the probability of every token. */
  readonly next: readonly (readonly number[])[];
}

/** A model in the engine that learns its task. */
export interface Learner {
  readonly steps: number;
  /** Makes steps, the k-th with the data of step k. @returns their losses, each from before its step */
  train(count: number): Float32Array;
  look(tokens: readonly number[]): Look;
  /** Share of the counted positions of the task's test set that are right. */
  right(): number;
  saved(): Saved;
  restore(saved: Saved): void;
  parameters(): Readonly<Record<string, Tensor<Float32Array>>>;
  release(): void;
}

/** A learner that has made no step. @throws AttentionError */
export const newLearner = (engine: Engine, spec: ModelSpec): Learner =>
  spec.task === 'pointing'
    ? new PointingLearner(engine, spec)
    : new SequenceLearner(engine, spec as SequenceSpec);
