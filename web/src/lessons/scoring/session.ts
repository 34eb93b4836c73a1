// SPDX-License-Identifier: MIT
// Manages the numbers of the stage (the figure with its controls), and three computations that take seconds, which the
// reader starts: curves, times and training.
import type { Engine } from '../../engine/index.ts';
import { again } from '../again.ts';
import type { Session, SessionHost } from '../define-lesson.ts';
import { type Sweep, Sweeping, type Work } from '../sweeping.ts';
import { compute, type Numbers as StageNumbers } from './compute.ts';
import { type Trial, trainForStage } from './retrieval.ts';
import type { State } from './state.ts';
import { type Place, sweep, sweepKey } from './sweep.ts';
import { costKey, measureCost, type Times } from './timing.ts';

type Works<T> = Work & { readonly places: readonly T[] };

export interface Numbers extends StageNumbers {
  readonly curves: Works<Place>;
  readonly cost: Works<Times>;
  readonly training: Works<Trial>;
}

export class ScoringSession implements Session<State, Numbers> {
  readonly #curves: Sweeping<State, Place>;
  readonly #cost: Sweeping<State, Times>;
  readonly #training: Sweeping<State, Trial>;

  constructor(host: SessionHost) {
    const sweeping = <T>(key: (state: State) => string, run: Sweep<State, T>['run']) =>
      new Sweeping<State, T>(
        {
          key,
          run: (...args) => again(() => run(...args)).catch((error: unknown) => host.fail(error)),
        },
        () => host.news(),
      );
    this.#curves = sweeping(sweepKey, sweep);
    this.#cost = sweeping(costKey, measureCost);
    this.#training = sweeping(() => '', trainForStage);
  }

  compute(state: State, engine: Engine): Numbers {
    for (const work of [this.#curves, this.#cost, this.#training]) work.follow(state);
    return {
      ...compute(state, engine),
      curves: this.#curves.work(state, engine),
      cost: this.#cost.work(state, engine),
      training: this.#training.work(state, engine),
    };
  }

  release(): void {
    for (const work of [this.#curves, this.#cost, this.#training]) work.stop();
  }
}
