// SPDX-License-Identifier: MIT
// Curves that take seconds to compute, point by point on demand.
import type { Engine } from '../engine/index.ts';
import { again } from './again.ts';

/** The status and the controls of long-running work. */
export interface Work {
  readonly isRunning: boolean;
  /** From 0 to 1. */
  readonly done: number;
  readonly start: () => void;
  readonly stop: () => void;
}

/** The computation of a curve. */
export interface Sweep<State, Place> {
  /** A key that is equal for states with equal curves. */
  readonly key: (state: State) => string;
  /** Computes the curve. Reports all points so far and the progress, and stops if `signal` is aborted. */
  readonly run: (
    state: State,
    engine: Engine,
    signal: AbortSignal,
    onPlaces: (places: readonly Place[], done: number) => void,
  ) => Promise<unknown>;
}

/** Runs the computation of curves. The reader starts and stops it; a state with another key discards the curves. */
export class Sweeping<State, Place> {
  #places: readonly Place[] = [];
  #done = 0;
  #key = '';
  #abort: AbortController | undefined;

  constructor(
    private readonly sweep: Sweep<State, Place>,
    private readonly onNews: () => void,
  ) {}

  work(state: State, engine: Engine): Work & { readonly places: readonly Place[] } {
    return {
      places: this.#places,
      done: this.#done,
      isRunning: this.#abort !== undefined,
      start: () => void this.#start(state, engine),
      stop: () => this.stop(),
    };
  }

  /** Discards the curves if the state has another key. */
  follow(state: State): void {
    const key = this.sweep.key(state);
    if (key === this.#key) return;
    this.#key = key;
    this.stop();
    this.#places = [];
    this.#done = 0;
  }

  async #start(state: State, engine: Engine): Promise<void> {
    if (this.#abort !== undefined) return;
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const onPlaces = (places: readonly Place[], done: number) => {
        if (abort.signal.aborted) return;
        this.#places = places;
        this.#done = done;
        this.onNews();
      };
      await again(() => this.sweep.run(state, engine, abort.signal, onPlaces));
    } finally {
      if (this.#abort === abort) this.#abort = undefined;
      this.onNews();
    }
  }

  stop(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    this.onNews();
  }
}
