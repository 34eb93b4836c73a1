// SPDX-License-Identifier: MIT
// Measures the time of the score functions on the reader's device, and computes the memory that they need.
import { type Engine, runInSlices } from '../../engine/index.ts';
import type { State } from './state.ts';

export const TIMED = ['dot', 'gaussian', 'additive'] as const;
export type Timed = (typeof TIMED)[number];

/** For each score function, the median over several rounds of the time of a call, in milliseconds. */
export type Times = Readonly<Record<Timed, number>>;

const ROUNDS = 7;
/**
 * Minimum duration of a round in ms. It must exceed the resolution of the clock, which is a whole millisecond in some
 * browsers.
 */
const ROUND_MS = 8;
const precision = 'float64';
const BYTES = 8;

/** Bytes of the scores and of intermediate results. */
interface Memory {
  /** Bytes of the m·n scores, the same for every function. */
  readonly scores: number;
  /**
   * Bytes of the m·n·h hidden units if they are computed at once for all pairs, as in document 001 (a source text, see
   * web/src/ledger).
   */
  readonly hidden: number;
  /**
   * Bytes of the (m + n)·h projected numbers if the hidden units are computed and summed pair by pair, as in the
   * engine.
   */
  readonly projected: number;
}

export function memoryOf({ side, hidden }: Pick<State, 'side' | 'hidden'>): Memory {
  const n = Number(side);
  return {
    scores: BYTES * n * n,
    hidden: BYTES * n * n * hidden,
    projected: BYTES * 2 * n * hidden,
  };
}

export const costKey = ({ side, d, hidden }: State): string => [side, d, hidden].join(' ');

/** Measures the times of the score functions in turn, for several rounds. Returns undefined after an abort. */
export async function timesOf(
  { side, d, hidden }: Pick<State, 'side' | 'd' | 'hidden'>,
  engine: Engine,
  signal: AbortSignal,
  onProgress: (done: number) => void = () => {},
): Promise<Times | undefined> {
  const n = Number(side);
  const draw = (shape: readonly number[], stream: number) =>
    engine.random({ precision, shape, seed: 1, stream });
  const given = { precision, queries: draw([n, d], 1), keys: draw([n, d], 2) } as const;
  const [W_q, W_k, w_v] = [draw([hidden, d], 3), draw([hidden, d], 4), draw([hidden], 5)];
  const calls: Record<Timed, () => unknown> = {
    dot: () => engine.scaledDotScores(given),
    gaussian: () => engine.gaussianScores(given),
    additive: () => engine.additiveScores({ ...given, W_q, W_k, w_v }),
  };
  const found: Record<Timed, number[]> = { dot: [], gaussian: [], additive: [] };
  const job = {
    count: 0,
    advance(more: number) {
      for (let i = 0; i < more; i++) {
        const kind = TIMED[this.count++ % TIMED.length] as Timed;
        const begun = performance.now();
        let made = 0;
        let took = 0;
        while (took < ROUND_MS) {
          calls[kind]();
          made++;
          took = performance.now() - begun;
        }
        found[kind].push(took / made);
      }
    },
  };
  const total = ROUNDS * TIMED.length;
  const tell = (count: number) => onProgress(count / total);
  if (!(await runInSlices(job, { total, signal, onProgress: tell }))) return undefined;
  const median = (list: number[]) =>
    list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
  return {
    dot: median(found.dot),
    gaussian: median(found.gaussian),
    additive: median(found.additive),
  };
}

/**
 * Runs the measurement of the times. It has the parameters of `Sweep.run` (sweeping.ts), so that `Sweeping` can start
 * and stop it, but reports only one result.
 */
export async function measureCost(
  state: State,
  engine: Engine,
  signal: AbortSignal,
  onPlaces: (places: readonly Times[], done: number) => void,
): Promise<void> {
  const times = await timesOf(state, engine, signal, (done) => onPlaces([], done));
  if (times !== undefined) onPlaces([times], 1);
}
