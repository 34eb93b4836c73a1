// SPDX-License-Identifier: MIT
import type { Batches } from '../../../engine/sentences/batches.ts';
import type { State } from '../state.ts';

/** The sequence of tokens that the figure shows and the models get as input. */
export interface Example {
  readonly tokens: readonly number[];
  readonly symbols: readonly string[];
  /** For each position, whether the prediction of the next token counts toward the loss. */
  readonly counted: readonly boolean[];
  readonly roles: readonly string[];
  /** The words of the reader's sentence that are not in the vocabulary. The example omits them. */
  readonly unknown: readonly string[];
}

/** A task whose data are sequences of tokens. */
export interface SequenceTask {
  readonly vocabulary: readonly string[];
  /** Number of positions in a training sequence. */
  readonly length: number;
  /** Maximum length of an example. */
  readonly longest: number;
  /** The entropy of the data, which is a lower bound of the loss, unless a model can attend to the next token. */
  readonly floor: number;
  /**
   * Generates `steps` batches, beginning with batch number `first`. The content of a batch depends only on the seed,
   * the batch number, and `batch`, the number of sequences in each batch (by default `BATCH`).
   */
  batches(seed: number, first: number, steps: number, batch?: number): Batches;
  /**
   * The test set, which gives the share of correct predictions: fixed sequences, in which only some positions count.
   */
  readonly test: Batches;
  example(state: Pick<State, 'words'>): Example;
}

/** Number of sequences in a batch. */
export const BATCH = 32;

/** Number of sequences in a test set. */
export const TESTS = 64;

/** The seed of the test sets. No training uses it, because the seed field accepts only whole numbers from 0 on. */
export const TEST_SEED = -1;
