// SPDX-License-Identifier: MIT
import type { Batches } from '../../../engine/sentences/batches.ts';
import type { State } from '../state.ts';

/** What is drawn: tokens that a model can be shown. */
export interface Example {
  readonly tokens: readonly number[];
  readonly symbols: readonly string[];
  /** Whether what follows a position counts. */
  readonly counted: readonly boolean[];
  readonly roles: readonly string[];
  /** Words that there are no tokens for. */
  readonly unknown: readonly string[];
}

/** Something to be learned from sequences. */
export interface SequenceTask {
  readonly vocabulary: readonly string[];
  /** Positions of a sequence of the training. */
  readonly length: number;
  /** The longest example. */
  readonly longest: number;
  /** The loss that no model can go below, unless it sees what follows. */
  readonly floor: number;
  /** Batches number first, first + 1 …, of the training with this seed; of the usual size unless given. */
  batches(seed: number, first: number, steps: number, batch?: number): Batches;
  /** A fixed set of sequences; what counts is what `right` judges. */
  readonly test: Batches;
  example(state: Pick<State, 'words'>): Example;
}

/** Sequences of a batch. */
export const BATCH = 32;

/** Sequences of a test set. */
export const TESTS = 64;

/** A seed that no training has: fields take whole numbers from 0. */
export const TEST_SEED = -1;
