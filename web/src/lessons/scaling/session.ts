// SPDX-License-Identifier: MIT
// Manages the random draws of the lesson. Each state starts with a first estimate; more draws follow in slices. The
// curves over d are computed when the reader starts them.
import type { Engine } from '../../engine/index.ts';
import type { Session, SessionHost } from '../define-lesson.ts';
import { Sweeping, type Work } from '../sweeping.ts';
import { type Drawing, numbersOf } from './compute.ts';
import { type Place, sweep, sweepKey } from './draw.ts';
import { Sampling } from './sampling.ts';
import { drawsKey, type State } from './state.ts';

/** All numbers of the lesson, and the state of the running draws. */
export interface Numbers extends Drawing {
  readonly sampling: Work;
  readonly sweep: Work & { readonly places: readonly Place[] };
}

export class ScalingSession implements Session<State, Numbers> {
  #sampling: Sampling | undefined;
  readonly #sweeping: Sweeping<State, Place>;

  constructor(private readonly host: SessionHost) {
    this.#sweeping = new Sweeping({ key: sweepKey, run: sweep }, host);
  }

  compute(state: State, engine: Engine): Numbers {
    this.#sweeping.follow(state);
    const last = this.#sampling;
    const isKept = last !== undefined && drawsKey(last.state) === drawsKey(state);
    const sampling = isKept ? last : this.#begin(state, engine);
    return {
      ...numbersOf(state, engine, sampling.draws),
      sampling: {
        isRunning: sampling.isRunning,
        done: sampling.done,
        start: () => void this.#run(sampling),
        stop: () => sampling.pause(),
      },
      sweep: this.#sweeping.work(state, engine),
    };
  }

  release(): void {
    this.#sampling?.release();
    this.#sampling = undefined;
    this.#sweeping.stop();
  }

  #begin(state: State, engine: Engine): Sampling {
    const sampling = new Sampling(state, engine);
    this.#sampling?.release();
    this.#sampling = sampling;
    void this.#run(sampling);
    return sampling;
  }

  async #run(sampling: Sampling): Promise<void> {
    // Results for an earlier state are ignored.
    const isPresent = () => sampling === this.#sampling;
    try {
      await sampling.run(() => isPresent() && this.host.news());
    } catch (error) {
      if (isPresent()) this.host.fail(error);
    }
    if (isPresent()) this.host.news();
  }
}
