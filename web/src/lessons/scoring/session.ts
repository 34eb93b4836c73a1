// SPDX-License-Identifier: MIT
// Manages the numbers of the stage (the figure with its controls), and the curves, whose computation takes seconds and
// is started by the reader.
import type { Engine } from '../../engine/index.ts';
import type { Session, SessionHost } from '../define-lesson.ts';
import { Sweeping, type Work } from '../sweeping.ts';
import { compute, type Numbers as StageNumbers } from './compute.ts';
import type { State } from './state.ts';
import { type Place, sweep, sweepKey } from './sweep.ts';

export interface Numbers extends StageNumbers {
  readonly curves: Work & { readonly places: readonly Place[] };
}

export class ScoringSession implements Session<State, Numbers> {
  readonly #curves: Sweeping<State, Place>;

  constructor(host: SessionHost) {
    this.#curves = new Sweeping({ key: sweepKey, run: sweep }, host);
  }

  compute(state: State, engine: Engine): Numbers {
    this.#curves.follow(state);
    return {
      ...compute(state, engine),
      curves: this.#curves.work(state, engine),
    };
  }

  release(): void {
    this.#curves.stop();
  }
}
