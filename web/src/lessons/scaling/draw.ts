// SPDX-License-Identifier: MIT
// Makes the random draws for the experiments on claims, and those at each d for the curves of Verify (the lesson's
// second view).
import {
  type DotProductOptions,
  type DotProductResult,
  type Engine,
  runInSlices,
  type SaturationOptions,
  type SaturationResult,
} from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import { type Run, UNWATCHED } from '../experiment.ts';
import type { Draws } from './sampling.ts';
import { type Drawn, dotOptions, fields, rowOptions, type State } from './state.ts';

/** Options of the dot products to draw, and the number of pairs. */
export interface Wanted extends DotProductOptions {
  readonly pairs: number;
}

/** Makes all draws in `wanted`, one after the other. Returns undefined if `run` is aborted. */
export async function drawAll<Name extends string>(
  engine: Engine,
  wanted: Readonly<Record<Name, Wanted>>,
  { signal, onProgress }: Run,
): Promise<Readonly<Record<Name, DotProductResult>> | undefined> {
  const found = {} as Record<Name, DotProductResult>;
  const names = Object.keys(wanted) as Name[];
  const whole = names.reduce((sum, name) => sum + wanted[name].d * wanted[name].pairs, 0);
  let done = 0;
  for (const name of names) {
    const { pairs, ...options }: Wanted = wanted[name];
    const job = engine.newDotProductMoments(options);
    try {
      const tell = (count: number) => onProgress((done + count * options.d) / whole);
      if (!(await runInSlices(job, { total: pairs, signal, onProgress: tell }))) return undefined;
      found[name] = job.result();
    } finally {
      job.release();
    }
    done += pairs * options.d;
  }
  return found;
}

/** Draws rows of softmax. Returns undefined if `run` is aborted. */
export async function drawRows(
  engine: Engine,
  options: SaturationOptions,
  rows: number,
  { signal, onProgress }: Run,
): Promise<SaturationResult | undefined> {
  const job = engine.newSaturation(options);
  try {
    const tell = (count: number) => onProgress(count / rows);
    const isWhole = await runInSlices(job, { total: rows, signal, onProgress: tell });
    return isWhole ? job.result() : undefined;
  } finally {
    job.release();
  }
}

/** The numbers of components at which the curves are computed: powers of two. */
export const PLACES: readonly number[] = Array.from({ length: 11 }, (_, i) => 2 ** i);

export const SWEEP_PAIRS = 10_000;
export const SWEEP_ROWS = 400;

/** At each d, drawing dot products takes this share of the computing time; the rows of softmax take the rest. */
const DOTS_SHARE = 0.8;

/** The results of the draws for one number of components. */
export interface Place extends Draws {
  readonly d: number;
}

/**
 * A string of the parameters of the curves, by which a change is detected. The curves use the assumptions of the
 * derivation, even if the stage (the figure with its controls) violates them.
 */
export const sweepKey = ({ distribution, seed }: State): string => `${distribution} ${seed}`;

const assumed = ({ distribution, seed }: State, d: number): Drawn => ({
  ...initialState(fields),
  distribution,
  seed,
  d,
});

/** Minimum time in ms between two progress reports, because each report renders the page again. */
const BETWEEN_NEWS = 100;

/**
 * Makes the draws for each number of components, in ascending order, and reports results and progress.
 * @returns whether all draws were made; false after an abort
 */
export async function sweep(
  state: State,
  engine: Engine,
  signal: AbortSignal,
  onPlaces: (places: readonly Place[], done: number) => void,
): Promise<boolean> {
  const whole = PLACES.reduce((sum, d) => sum + d, 0);
  let places: readonly Place[] = [];
  let before = 0;
  let next = 0;
  for (const d of PLACES) {
    const at = assumed(state, d);
    const onProgress = (part: number) => {
      if (performance.now() < next) return;
      onPlaces(places, (before + part * d * DOTS_SHARE) / whole);
      next = performance.now() + BETWEEN_NEWS;
    };
    const wanted = { at: { ...dotOptions(at), pairs: SWEEP_PAIRS } };
    const found = await drawAll(engine, wanted, { signal, onProgress });
    if (found === undefined) return false;
    const quietly = { ...UNWATCHED, signal };
    const rows = await drawRows(engine, rowOptions(at), SWEEP_ROWS, quietly);
    if (rows === undefined) return false;
    places = [...places, { d, dots: found.at, rows }];
    before += d;
    onPlaces(places, before / whole);
  }
  return true;
}
