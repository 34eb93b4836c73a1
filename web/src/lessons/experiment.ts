// SPDX-License-Identifier: MIT
// What a lesson's experiments are made of, and how numbers become a verdict.
import type { Verdict } from '../components/verdict.ts';
import type { Engine } from '../engine/index.ts';

/** One number that a statement expects beside the one that the engine computed. */
export interface Measurement {
  /** Names the quantity; its words are in the lesson's catalogue. */
  readonly id: string;
  readonly expected: number;
  readonly computed: number;
  /** Largest difference that still agrees with the statement as it is written. */
  readonly tolerance: number;
  /**
   * Whether the statement itself stands or falls with this, or only its reach; what is only `shown`,
   * as a time on the reader's device is, decides nothing.
   */
  readonly tests: 'claim' | 'reach' | 'shown';
  /** How many digits of it mean something, where chance has the others; as many as other results have unless given. */
  readonly digits?: number;
}

/** How an experiment that takes longer than a frame is followed, and stopped. */
export interface Run {
  readonly signal: AbortSignal;
  /** Told how much is done, 0 … 1. */
  readonly onProgress: (done: number) => void;
}

/** Progress as a page shows it: to draw anew for less than a hundredth would take longer than the work. */
export const shownProgress = (done: number): number => Math.floor(100 * done) / 100;

/** For whom nothing needs to be told: tests, and what takes no time. */
export const UNWATCHED: Run = { signal: new AbortController().signal, onProgress: () => {} };

export interface Experiment<State> {
  readonly id: string;
  /** The ledger's statements and errata that it decides. */
  readonly decides: readonly string[];
  /** The state in which the reader sees what was measured. */
  readonly state: State;
  /** A promise where it takes longer than a frame; undefined once `run` was aborted. */
  measure(
    engine: Engine,
    run: Run,
  ): readonly Measurement[] | Promise<readonly Measurement[] | undefined>;
}

/** Whether computed and expected agree; NaN agrees with nothing, and what is only shown need not. */
export const agrees = ({ computed, expected, tolerance, tests }: Measurement): boolean =>
  tests === 'shown' || computed === expected || Math.abs(computed - expected) <= tolerance;

/** A claim that misses fails; one that holds, but not everywhere, holds under a condition. */
export function verdictOf(measurements: readonly Measurement[]): Verdict {
  const missed = measurements.filter((measurement) => !agrees(measurement));
  if (missed.some(({ tests }) => tests === 'claim')) return 'fails';
  return missed.length > 0 ? 'condition' : 'holds';
}

type Row = readonly [id: string, expected: number, computed?: number, tolerance?: number];

const measurement =
  (tests: Measurement['tests']) =>
  (...[id, expected, computed = Number.NaN, tolerance = 0]: Row): Measurement => ({
    id,
    expected,
    computed,
    tolerance,
    tests,
  });

/** A measurement that the statement stands or falls with. What could not be computed is NaN, and misses. */
export const claim = measurement('claim');
/** A measurement of how far the statement reaches. */
export const reach = measurement('reach');
/** A measurement that is shown beside what is expected, and decides nothing. */
export const shown = measurement('shown');
