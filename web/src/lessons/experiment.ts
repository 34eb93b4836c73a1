// SPDX-License-Identifier: MIT
// What a lesson's experiments are made of, and how numbers become a verdict.
import type { Verdict } from '../components/experiments.ts';
import type { Engine } from '../engine/index.ts';

/** One number that a statement expects beside the one that the engine computed. */
export interface Measurement {
  /** Names the quantity; its words are in the lesson's catalogue. */
  readonly id: string;
  readonly expected: number;
  readonly computed: number;
  /** Largest difference that still agrees with the statement as it is written. */
  readonly tolerance: number;
  /** Whether the statement itself stands or falls with this, or only its reach. */
  readonly tests: 'claim' | 'reach';
}

export interface Experiment<State> {
  readonly id: string;
  /** The ledger's statements and errata that it decides. */
  readonly decides: readonly string[];
  /** The state in which the reader sees what was measured. */
  readonly state: State;
  measure(engine: Engine): readonly Measurement[];
}

/** Whether computed and expected agree; NaN agrees with nothing. */
export const agrees = ({ computed, expected, tolerance }: Measurement): boolean =>
  computed === expected || Math.abs(computed - expected) <= tolerance;

/** A claim that misses fails; one that holds, but not everywhere, holds under a condition. */
export function verdictOf(measurements: readonly Measurement[]): Verdict {
  const missed = measurements.filter((measurement) => !agrees(measurement));
  if (missed.some(({ tests }) => tests === 'claim')) return 'fails';
  return missed.length > 0 ? 'condition' : 'holds';
}
