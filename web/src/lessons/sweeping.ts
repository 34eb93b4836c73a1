// SPDX-License-Identifier: MIT
// Curves that take seconds: a place after the other, when the reader asks for them.
import type { Engine } from '../engine/index.ts';
import { again } from './again.ts';

/** Long work as the page shows it. */
export interface Work {
  readonly isRunning: boolean;
  /** 0 … 1 */
  readonly done: number;
  readonly start: () => void;
  readonly stop: () => void;
}

/** What is computed, and what it depends on. */
export interface Sweep<State, Place> {
  /** The same where the same is computed. */
  readonly key: (state: State) => string;
  /** Tells of all places so far, and how much is done; heeds `signal`. */
  readonly run: (
    state: State,
    engine: Engine,
    signal: AbortSignal,
    onPlaces: (places: readonly Place[], done: number) => void,
  ) => Promise<unknown>;
}

/** The curves that the reader asked for: started by a button, stopped by one, and gone once they are of other draws. */
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

  /** Forgets what another state drew. */
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
