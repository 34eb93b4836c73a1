// SPDX-License-Identifier: MIT
// What the lesson is drawn from: the numbers of a training, whether it goes on or not.
import type { ModelOptions } from '../state.ts';

/** The running mean of the loss after so many steps. */
export interface CurvePoint {
  readonly step: number;
  readonly loss: number;
}

/** How probable a symbol is to come next. */
export interface Candidate {
  readonly symbol: string;
  readonly probability: number;
}

/** One model and what it has learned so far. */
export interface Trained {
  readonly options: ModelOptions;
  readonly steps: number;
  /** The running mean of the loss, thinned to at most 400 points. */
  readonly curve: readonly CurvePoint[];
  /** Of the running mean now; NaN before the first step. */
  readonly loss: number;
  /** Weights on the example, rows queries, columns keys; layer and head from 0. */
  readonly weights: (layer: number, head: number) => readonly (readonly number[])[];
  /** What follows a position of the example (from 0), the most probable first; for pointing, where it points. */
  readonly next: (position: number) => readonly Candidate[];
  /** Share of the counted positions of a fixed test set that are right; undefined before the first look. */
  readonly right: number | undefined;
}

export interface Learning {
  /** One; two where `compare` is on. */
  readonly models: readonly Trained[];
  readonly isRunning: boolean;
  readonly stepsPerSecond: number | undefined;
  /** The example that is drawn: six letters; the list twice; the reader's words. */
  readonly symbols: readonly string[];
  /** For each position of the example, whether what follows it counts in the loss. */
  readonly counted: readonly boolean[];
  /** Of a sentence of the grammar: subject, verb, pronoun and so on, for each position; empty where there is none. */
  readonly roles: readonly string[];
  /** Entropy of the data: no model can go below. */
  readonly floor: number;
  /** Pointing: the loss that a tied model cannot go below. */
  readonly bound?: number;
  /** Words that the vocabulary lacks. */
  readonly unknown?: readonly string[];
  /** All words that the example may be made of; empty where it is not the reader's. */
  readonly vocabulary: readonly string[];
  /** The weights of a model, as the text of a JSON file. */
  readonly save: (model: number) => Promise<string>;
}
