// SPDX-License-Identifier: MIT
import {
  type DotProductMoments,
  type DotProductResult,
  type Engine,
  runInSlices,
  type Saturation,
  type SaturationResult,
} from '../../engine/index.ts';
import { dotOptions, NUM_KEYS, rowOptions, type State } from './state.ts';

/** The results of the draws for one d: dot products, and rows of softmax. */
export interface Draws {
  readonly dots: DotProductResult;
  readonly rows: SaturationResult;
}

/**
 * The number of components to draw for the first estimate. Even on a slow device, drawing them takes less than a frame
 * of a drag.
 */
const FIRST_COMPONENTS = 6000;
const FIRST_PAIRS = { least: 16, most: 2000 };
const FIRST_ROWS = { least: 2, most: 100 };

/**
 * Duration in ms of a slice of the draws. Dot products and rows of softmax are drawn in turn, and a drag may have to
 * wait for a slice of both.
 */
const SLICE = 2;

/**
 * Number of pairs (q, k) that are drawn for each row of softmax. There are fewer rows, because a row has ten keys, and
 * fewer draws suffice for a median.
 */
const PAIRS_PER_ROW = 20;

/**
 * Minimum time between updates of the figure in ms. More frequent updates would be hard to read, and rendering would
 * slow down the draws.
 */
const BETWEEN_PICTURES = 120;

/** Delay in ms before more draws start. During a drag, the next event comes earlier and would discard them. */
const BEFORE_MORE = 100;

const between = (x: number, { least, most }: { least: number; most: number }): number =>
  Math.round(Math.min(Math.max(x, least), most));

/** The numbers of pairs and of rows to draw for a state. */
export function totals({ pairs }: State): { readonly pairs: number; readonly rows: number } {
  return { pairs: Number(pairs), rows: Number(pairs) / PAIRS_PER_ROW };
}

/**
 * The random draws of a state. A first estimate is drawn at once, the rest in slices. `release` frees the memory in the
 * engine.
 */
export class Sampling {
  readonly #dots: DotProductMoments;
  readonly #rows: Saturation;
  #abort = new AbortController();
  #running = false;
  #isReleased = false;
  #draws: Draws;

  /** @throws AttentionError */
  constructor(
    readonly state: State,
    engine: Engine,
  ) {
    const { d } = state;
    this.#dots = engine.newDotProductMoments(dotOptions(state));
    try {
      this.#rows = engine.newSaturation(rowOptions(state));
    } catch (error) {
      this.#dots.release();
      throw error;
    }
    this.#dots.advance(between(FIRST_COMPONENTS / d, FIRST_PAIRS));
    this.#rows.advance(between(FIRST_COMPONENTS / (d * (NUM_KEYS + 1)), FIRST_ROWS));
    this.#draws = this.#read();
  }

  /** The results at the time of the last update of the figure. */
  get draws(): Draws {
    return this.#draws;
  }

  get isRunning(): boolean {
    return this.#running;
  }

  /** The share of the draws that are done, from 0 to 1. */
  get done(): number {
    const { pairs, rows } = totals(this.state);
    const { dots, rows: drawn } = this.#draws;
    return (Math.min(dots.count / pairs, 1) + Math.min(drawn.count / rows, 1)) / 2;
  }

  /** Makes the remaining draws in slices. Calls `onDraws` at most every `BETWEEN_PICTURES` ms, and at the end. */
  async run(onDraws: () => void): Promise<void> {
    if (this.#running || this.#isReleased) return;
    const { signal } = this.#abort;
    const { pairs, rows } = totals(this.state);
    let next = performance.now() + BETWEEN_PICTURES;
    const onProgress = () => {
      if (signal.aborted || performance.now() < next) return;
      this.#draws = this.#read();
      onDraws();
      next = performance.now() + BETWEEN_PICTURES;
    };
    this.#running = true;
    try {
      await new Promise((resolve) => setTimeout(resolve, BEFORE_MORE));
      await Promise.all([
        runInSlices(this.#dots, { total: pairs, signal, onProgress, budget: SLICE }),
        runInSlices(this.#rows, { total: rows, signal, onProgress, budget: SLICE }),
      ]);
    } finally {
      this.#running = false;
    }
    if (this.#isReleased) {
      this.#free();
      return;
    }
    this.#draws = this.#read();
    onDraws();
  }

  /** Stops drawing. A later `run` continues from the draws made so far. */
  pause(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.pause();
    // If the loop that draws is running, it still uses the memory, so it frees the memory itself when it stops.
    if (!this.#running) this.#free();
  }

  #read(): Draws {
    return { dots: this.#dots.result(), rows: this.#rows.result() };
  }

  #free(): void {
    this.#dots.release();
    this.#rows.release();
  }
}
