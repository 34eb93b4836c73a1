// SPDX-License-Identifier: MIT
// Manages the numbers of the stage (the figure with its controls), and two computations that take seconds, which the
// reader starts: curves and training.
import type { Engine } from '../../engine/index.ts';
import type { Session, SessionHost } from '../define-lesson.ts';
import { Sweeping, type Work } from '../sweeping.ts';
import { compute, type Numbers as StageNumbers } from './compute.ts';
import { type Trial, trainForStage } from './retrieval.ts';
import type { State } from './state.ts';
import { type Place, sweep, sweepKey } from './sweep.ts';

type Works<T> = Work & { readonly places: readonly T[] };

export interface Numbers extends StageNumbers {
  readonly curves: Works<Place>;
  readonly training: Works<Trial>;
}

export class ScoringSession implements Session<State, Numbers> {
  readonly #curves: Sweeping<State, Place>;
  readonly #training: Sweeping<State, Trial>;

  constructor(host: SessionHost) {
    this.#curves = new Sweeping({ key: sweepKey, run: sweep }, host);
    this.#training = new Sweeping({ key: () => '', run: trainForStage }, host);
  }

  compute(state: State, engine: Engine): Numbers {
    for (const work of [this.#curves, this.#training]) work.follow(state);
    return {
      ...compute(state, engine),
      curves: this.#curves.work(state, engine),
      training: this.#training.work(state, engine),
    };
  }

  release(): void {
    for (const work of [this.#curves, this.#training]) work.stop();
  }
}
