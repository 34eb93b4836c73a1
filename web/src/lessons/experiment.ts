// SPDX-License-Identifier: MIT
// Experiments of lessons, and how their measurements determine a verdict.
import type { Verdict } from '../components/verdict.ts';
import type { Engine } from '../engine/index.ts';

/** A number that a statement claims, and the number that the engine computed. */
export interface Measurement {
  /** Identifies the quantity. Its name is in the lesson's catalogue. */
  readonly id: string;
  readonly expected: number;
  readonly computed: number;
  /** The largest difference that still counts as agreement. */
  readonly tolerance: number;
  /**
   * Effect on the verdict: `claim` decides whether the statement fails, `reach` whether it holds only under a
   * condition. `shown` decides nothing, for example a time on the reader's device.
   */
  readonly tests: 'claim' | 'reach' | 'shown';
  /** The number of reliable digits, if the others are sampling error. By default the same as for other results. */
  readonly digits?: number;
}

/** How to report the progress of a long experiment, and to stop it. */
export interface Run {
  readonly signal: AbortSignal;
  /** Called with the progress from 0 to 1. */
  readonly onProgress: (done: number) => void;
}

/** Progress in whole percents: rendering more often would take longer than the work. */
export const shownProgress = (done: number): number => Math.floor(100 * done) / 100;

/** A run without progress reports, for tests and quick experiments. */
export const UNWATCHED: Run = { signal: new AbortController().signal, onProgress: () => {} };

export interface Experiment<State> {
  readonly id: string;
  /** The ids of the ledger's statements and errata that the experiment decides. */
  readonly decides: readonly string[];
  /** The state in which the figure shows the measured case. */
  readonly state: State;
  /** Returns a promise if it takes longer than a frame. The promise resolves to undefined if `run` is aborted. */
  measure(
    engine: Engine,
    run: Run,
  ): readonly Measurement[] | Promise<readonly Measurement[] | undefined>;
}

/** Whether computed and expected numbers agree. NaN agrees with nothing. A number that is only shown always agrees. */
export const agrees = ({ computed, expected, tolerance, tests }: Measurement): boolean =>
  tests === 'shown' || computed === expected || Math.abs(computed - expected) <= tolerance;

/** A statement fails if a claim disagrees. It holds under a condition if only its reach disagrees. */
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

/** A measurement that decides whether the statement fails. A missing number becomes NaN, which disagrees. */
export const claim = measurement('claim');
/** A measurement that decides whether the statement holds without conditions. */
export const reach = measurement('reach');
/** A measurement for information only. */
export const shown = measurement('shown');
