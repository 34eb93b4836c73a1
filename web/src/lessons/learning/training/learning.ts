// SPDX-License-Identifier: MIT
// The results of a training that is running or paused.
import type { Candidate } from '../../../components/next-words.ts';
import type { ModelOptions } from '../state.ts';

/** The running mean of the loss after a step. */
export interface CurvePoint {
  readonly step: number;
  readonly loss: number;
}

/** One model with its results so far. */
export interface Trained {
  readonly options: ModelOptions;
  readonly steps: number;
  /** The running mean of the loss after some of the training steps. It has at most 400 points. */
  readonly curve: readonly CurvePoint[];
  /** The current running mean of the loss. NaN before the first step. */
  readonly loss: number;
  /** The attention weights in the example. Rows are queries and columns are keys. Layer and head are counted from 0. */
  readonly weights: (layer: number, head: number) => readonly (readonly number[])[];
  /**
   * The predicted tokens after a position of the example (counted from 0), the most probable first. In the pointing
   * task, they are the possible targets of the token at this position.
   */
  readonly next: (position: number) => readonly Candidate[];
  /** The share of correct predictions in a fixed test set. Undefined before it is first computed. */
  readonly right: number | undefined;
}

export interface Learning {
  /** One model, or two in a comparison. */
  readonly models: readonly Trained[];
  readonly isRunning: boolean;
  readonly stepsPerSecond: number | undefined;
  /** The symbols of the example: six letters, a repeated list, or the reader's words. */
  readonly symbols: readonly string[];
  /** For each position of the example, whether the prediction after it counts toward the loss. */
  readonly counted: readonly boolean[];
  /**
   * For each position, the grammatical role of its word, such as subject or verb. Empty for tasks without sentences.
   */
  readonly roles: readonly string[];
  /** The entropy of the data, which is a lower bound of the loss, unless a model can attend to the next token. */
  readonly floor: number;
  /** For the pointing task, the lower bound of the loss with W_q = W_k. */
  readonly bound?: number;
  /** The words of the reader's sentence that are not in the vocabulary. */
  readonly unknown?: readonly string[];
  /**
   * All words that the reader can use in the example. Empty for tasks in which the reader cannot choose the example.
   */
  readonly vocabulary: readonly string[];
  /** Returns the weights of a model as the text of a JSON file. */
  readonly save: (model: number) => Promise<string>;
}
