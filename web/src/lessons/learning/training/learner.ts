// SPDX-License-Identifier: MIT
import type { Engine, Tensor } from '../../../engine/index.ts';
import type { ModelOptions } from '../state.ts';
import { PointingLearner } from './pointing-learner.ts';
import { SequenceLearner, type SequenceSpec } from './sequence-learner.ts';

/** The options that determine a model bit for bit, including the language of its sentences. */
export interface ModelSpec extends ModelOptions {
  readonly language: string;
}

/** The complete state of a training. A training that continues from it gives bit-identical results. */
export interface Saved {
  readonly steps: number;
  readonly parameters: Float32Array;
  /** The first and second moments of the Adam optimizer. */
  readonly first: Float32Array;
  readonly second: Float32Array;
}

/** The results of a forward pass on the example that the figure shows. */
export interface Look {
  /** The weights, indexed by layer, head, query and key. */
  readonly weights: readonly (readonly (readonly (readonly number[])[])[])[];
  /** For each position, the probability of each token as the next one. */
  readonly next: readonly (readonly number[])[];
}

/** A model in the engine, with its training. */
export interface Learner {
  readonly steps: number;
  /**
   * Makes `count` training steps. The batch of step k depends only on k and the seed.
   * @returns the loss before each step
   */
  train(count: number): Float32Array;
  look(tokens: readonly number[]): Look;
  /** The share of correct predictions in the task's test set, at the positions that count. */
  right(): number;
  saved(): Saved;
  restore(saved: Saved): void;
  parameters(): Readonly<Record<string, Tensor<Float32Array>>>;
  release(): void;
}

/**
 * Creates an untrained learner.
 * @throws AttentionError if the engine cannot create the model
 */
export const newLearner = (engine: Engine, spec: ModelSpec): Learner =>
  spec.task === 'pointing'
    ? new PointingLearner(engine, spec)
    : new SequenceLearner(engine, spec as SequenceSpec);
