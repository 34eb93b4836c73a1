// SPDX-License-Identifier: MIT
// Steps of one model or two side by side, for a worker and for a page without one.
import type { Engine } from '../../../engine/index.ts';
import { type Learner, type ModelSpec, newLearner, type Saved } from './learner.ts';

/** Steps that are asked for. */
export interface Job {
  readonly models: readonly ModelSpec[];
  /** Steps that each has made before. */
  readonly from: number;
  readonly count: number;
  /** Where to go on from, for each model; unless given, from where the last job ended or from the start. */
  readonly saved?: readonly Saved[];
  /** Whether the share of right answers is wanted, which takes as long as two steps or so. */
  readonly isJudged: boolean;
}

/** What came of a model. */
export interface Sliced {
  readonly losses: Float32Array;
  readonly saved: Saved;
  /** Undefined where it was not asked for. */
  readonly right: number | undefined;
}

const keyOf = (spec: ModelSpec): string => JSON.stringify(spec);

/** The learners of the present models. */
export class Slices {
  #learners: readonly Learner[] = [];
  #key = '';

  constructor(private readonly engine: Engine) {}

  /** Makes the steps of a job, a model a turn. */
  *run({ models, from, count, saved, isJudged }: Job): Generator<Sliced, void> {
    this.#prepare(models, from, saved);
    for (const learner of this.#learners) {
      const losses = learner.train(count);
      const right = isJudged ? learner.right() : undefined;
      yield { losses, saved: learner.saved(), right };
    }
  }

  release(): void {
    for (const learner of this.#learners) learner.release();
    this.#learners = [];
    this.#key = '';
  }

  #prepare(models: readonly ModelSpec[], from: number, saved?: readonly Saved[]): void {
    const key = models.map(keyOf).join();
    const isKept = key === this.#key && (saved !== undefined || this.#areAt(from));
    if (!isKept) {
      this.release();
      this.#learners = models.map((spec) => newLearner(this.engine, spec));
      this.#key = key;
    }
    for (const [i, one] of (saved ?? []).entries()) this.#learners[i]?.restore(one);
    if (!this.#areAt(from)) throw new Error(`no model has made ${from} steps`);
  }

  #areAt(steps: number): boolean {
    return this.#learners.every((learner) => learner.steps === steps);
  }
}
