// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import type { Session, SessionHost } from '../define-lesson.ts';
import { type FirstStep, firstStep } from './compute.ts';
import { pointingOptions } from './pointing-trainer.ts';
import type { State } from './state.ts';
import type { Learning } from './training/learning.ts';
import { LearningSession } from './training/learning-session.ts';

/**
 * All numbers of the lesson: the numbers of the training, and the first training step, which the programs in `code/`
 * also compute.
 */
export interface Numbers extends Learning {
  readonly first: FirstStep;
}

export class LessonSession implements Session<State, Numbers> {
  readonly #learning: LearningSession;
  #first: { readonly key: string; readonly step: FirstStep } | undefined;

  constructor(host: SessionHost) {
    this.#learning = new LearningSession(host);
  }

  compute(state: State, engine: Engine): Numbers {
    return { ...this.#learning.compute(state, engine), first: this.#firstStep(state, engine) };
  }

  release(): void {
    this.#learning.release();
    this.#first = undefined;
  }

  #firstStep(state: State, engine: Engine): FirstStep {
    const key = JSON.stringify(pointingOptions(state));
    if (this.#first?.key !== key) this.#first = { key, step: firstStep(state, engine) };
    return this.#first.step;
  }
}
