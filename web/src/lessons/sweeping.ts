// SPDX-License-Identifier: MIT
// Computes curves that take seconds. The reader starts the computation, and the points are shown as they are computed.
import type { Engine } from '../engine/index.ts';
import { again } from './again.ts';
import type { SessionHost } from './define-lesson.ts';

/** The status of a long computation, and the functions that start and stop it. */
export interface Work {
  readonly isRunning: boolean;
  /** The completed share, from 0 to 1. */
  readonly done: number;
  readonly start: () => void;
  readonly stop: () => void;
}

export interface Sweep<State, Place> {
  /** Returns a string. States with equal strings have equal curves. */
  readonly key: (state: State) => string;
  /**
   * Computes the points of the curves. Repeatedly reports all points so far and the progress from 0 to 1. Stops if
   * `signal` is aborted.
   */
  readonly run: (
    state: State,
    engine: Engine,
    signal: AbortSignal,
    onPlaces: (places: readonly Place[], done: number) => void,
  ) => Promise<unknown>;
}

/**
 * Computes curves when the reader starts the computation, and stops it on request. The points are discarded when the
 * state gets another key.
 */
export class Sweeping<State, Place> {
  #places: readonly Place[] = [];
  #done = 0;
  #key = '';
  #abort: AbortController | undefined;

  constructor(
    private readonly sweep: Sweep<State, Place>,
    private readonly host: SessionHost,
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

  /** Must be called when the state changes. Discards the points if the curves of the new state are different. */
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
        this.host.news();
      };
      await again(() => this.sweep.run(state, engine, abort.signal, onPlaces));
    } catch (error) {
      this.host.fail(error);
    } finally {
      if (this.#abort === abort) this.#abort = undefined;
      this.host.news();
    }
  }

  stop(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    this.host.news();
  }
}
