// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import type { Scene } from './scene.ts';
import type { State } from './state.ts';
import { type Place, sweep, sweepKey } from './sweep.ts';

/** The curves that the reader asked for: started by a button, stopped by one, and gone once they are of other draws. */
export class Sweeping {
  #places: readonly Place[] = [];
  #done = 0;
  #key = '';
  #abort: AbortController | undefined;

  constructor(private readonly onNews: () => void) {}

  work(state: State, engine: Engine): Scene['sweep'] {
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
    if (sweepKey(state) === this.#key) return;
    this.#key = sweepKey(state);
    this.stop();
    this.#places = [];
    this.#done = 0;
  }

  async #start(state: State, engine: Engine): Promise<void> {
    if (this.#abort !== undefined) return;
    const abort = new AbortController();
    this.#abort = abort;
    try {
      await sweep(state, engine, abort.signal, (places, done) => {
        if (abort.signal.aborted) return;
        this.#places = places;
        this.#done = done;
        this.onNews();
      });
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
