// SPDX-License-Identifier: MIT
// Experiments test claims, which are statements of the documents in the ledger (web/src/ledger). The measurements of an
// experiment determine the verdict.
import type { Verdict } from '../components/verdict.ts';
import { AttentionError, type Engine, runInSlices } from '../engine/index.ts';

/** A number that follows from a claim (`expected`), and the corresponding number that the engine computed. */
export interface Measurement {
  /** Id of the quantity that is measured. The lesson's catalogue of messages contains its name. */
  readonly id: string;
  readonly expected: number;
  readonly computed: number;
  /** The largest difference for which the two numbers count as equal. */
  readonly tolerance: number;
  /**
   * Effect on the verdict if the numbers differ. `claim`: the claim fails. `reach`: the claim holds only under a
   * condition. `shown`: none, for example a time on the reader's device.
   */
  readonly tests: 'claim' | 'reach' | 'shown';
  /** Maximum number of displayed digits, if further digits are due to chance. Default: 10. */
  readonly digits?: number;
  /** Whether the number is a time on the device. Pages from the build omit it, because the build is another device. */
  readonly isTimed?: boolean;
}

/** For experiments that take long: a function to report their progress, and a signal that stops them. */
export interface Run {
  readonly signal: AbortSignal;
  /** The experiment calls this with its progress, from 0 to 1. */
  readonly onProgress: (done: number) => void;
}

/** Rounds the progress down to whole percents, because rendering every change would take longer than the experiment. */
export const shownProgress = (done: number): number => Math.floor(100 * done) / 100;

/** A run that is never aborted and reports no progress, for tests and fast experiments. */
export const UNWATCHED: Run = { signal: new AbortController().signal, onProgress: () => {} };

/** Runs a job of the engine in slices between which the page can respond. Resolves to false after an abort. */
export const inSlices = (
  job: Parameters<typeof runInSlices>[0],
  total: number,
  { signal, onProgress }: Run,
): Promise<boolean> =>
  runInSlices(job, { total, signal, onProgress: (done) => onProgress(done / total) });

/** Calls functions in order, in slices between which the page can respond. Resolves to false after an abort. */
export function inTurn(work: readonly (() => void)[], run: Run): Promise<boolean> {
  const job = {
    count: 0,
    advance(more: number) {
      for (let i = 0; i < more; i++) work[this.count++]?.();
    },
  };
  return inSlices(job, work.length, run);
}

/** A measurement, and the inputs that the page shows with it. */
export interface Probe<State> {
  /** The inputs for which the page shows the code and the numbers of the measurement. */
  readonly state: State;
  /** Whether the measurement trains for so long that the build skips it, and only the reader's device runs it. */
  readonly isLong?: boolean;
  /** Computes the measurements: in a promise if it takes longer than a frame, undefined if the run is aborted. */
  measure(
    engine: Engine,
    run: Run,
  ): readonly Measurement[] | Promise<readonly Measurement[] | undefined>;
}

export const probe = <State>(state: State, measure: Probe<State>['measure']): Probe<State> => ({
  state,
  measure,
});

export interface Experiment<State> extends Probe<State> {
  readonly id: string;
}

/** Creates experiments, in the order of the page Verify. Each key of `probes` is the id of an experiment. */
export const experimentsOf = <State>(
  probes: Readonly<Record<string, Probe<State>>>,
): readonly Experiment<State>[] => Object.entries(probes).map(([id, probe]) => ({ id, ...probe }));

/** Whether the two numbers agree. NaN agrees only in a measurement of the kind `shown`. */
export const agrees = ({ computed, expected, tolerance, tests }: Measurement): boolean =>
  tests === 'shown' || computed === expected || Math.abs(computed - expected) <= tolerance;

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

/**
 * Creates a measurement that decides whether the claim fails. If the computed number is missing, it becomes NaN, which
 * never agrees.
 */
export const claim = measurement('claim');
/** Creates a measurement that decides whether the claim holds without conditions. */
export const reach = measurement('reach');
/** Creates a measurement that has no effect on the verdict. */
export const shown = measurement('shown');
/** Creates a measurement of a time on the device, which has no effect on the verdict. */
export const timed = (...row: Row): Measurement => ({ ...shown(...row), isTimed: true });

/** Returns copies of the experiments whose measurements have `digits` reliable digits. */
export const withDigits = <State>(
  digits: number,
  experiments: readonly Experiment<State>[],
): readonly Experiment<State>[] =>
  experiments.map((experiment) => ({
    ...experiment,
    measure: async (engine, run) => {
      const found = await experiment.measure(engine, run);
      return found?.map((one) => ({ ...one, digits }));
    },
  }));

/** Returns 1 if the engine rejects the call, otherwise 0. */
export function refusals(call: () => unknown): number {
  try {
    call();
    return 0;
  } catch (error) {
    if (error instanceof AttentionError) return 1;
    throw error;
  }
}
