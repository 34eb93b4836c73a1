// SPDX-License-Identifier: MIT
// Makes the training steps of some models. This code runs in a worker or on the page.
import { type Engine, runInSlices } from '../../../engine/index.ts';
import { Learner, type Saved } from './learner.ts';
import type { ModelSpec } from './repetition.ts';

/** A request for training steps. */
export interface Job {
  readonly models: readonly ModelSpec[];
  /** Number of training steps that the models have made before this job. */
  readonly from: number;
  readonly count: number;
  /**
   * The state from which each model continues. By default, each model continues where the previous job ended. If the
   * previous job had other models or did not end at step `from`, untrained models start, and `from` must be 0.
   */
  readonly saved?: readonly Saved[];
  /** Whether to compute the share of right answers. This takes about as long as two training steps. */
  readonly isJudged: boolean;
}

/** The result of a job for one model. */
export interface Sliced {
  readonly losses: Float32Array;
  readonly saved: Saved;
  /** The share of right answers. Undefined if the job does not request it (`isJudged`). */
  readonly right: number | undefined;
}

const keyOf = (spec: ModelSpec): string => JSON.stringify(spec);

const slicedOf = (learner: Learner, losses: Float32Array, { isJudged }: Job): Sliced => ({
  losses,
  saved: learner.saved(),
  right: isJudged ? learner.right() : undefined,
});

export class Slices {
  #learners: readonly Learner[] = [];
  #key = '';

  constructor(private readonly engine: Engine) {}

  /** Runs the steps of a job for one model after the other. Yields the result of each model. */
  *run(job: Job): Generator<Sliced, void> {
    this.#prepare(job);
    for (const learner of this.#learners) yield slicedOf(learner, learner.train(job.count), job);
  }

  /**
   * Runs a job like `run`, and returns to the event loop between short slices, so that a page stays responsive. Ends
   * early if `signal` is aborted.
   * @param onSlice  called with the milliseconds of each slice
   */
  async *runOnPage(
    job: Job,
    signal: AbortSignal,
    onSlice: (took: number) => void,
  ): AsyncGenerator<Sliced, void> {
    this.#prepare(job);
    for (const learner of this.#learners) {
      const losses: number[] = [];
      const steps = {
        get steps() {
          return learner.steps;
        },
        run(count: number) {
          const begun = performance.now();
          losses.push(...learner.train(count));
          onSlice(performance.now() - begun);
        },
      };
      if (!(await runInSlices(steps, { total: job.from + job.count, signal }))) return;
      yield slicedOf(learner, Float32Array.from(losses), job);
    }
  }

  release(): void {
    for (const learner of this.#learners) learner.release();
    this.#learners = [];
    this.#key = '';
  }

  #prepare({ models, from, saved }: Job): void {
    const key = models.map(keyOf).join();
    const isKept = key === this.#key && (saved !== undefined || this.#areAt(from));
    if (!isKept) {
      this.release();
      this.#learners = models.map((spec) => new Learner(this.engine, spec));
      this.#key = key;
    }
    for (const [i, one] of (saved ?? []).entries()) this.#learners[i]?.restore(one);
    if (!this.#areAt(from))
      throw new Error(`cannot continue from step ${from} without a saved state`);
  }

  #areAt(steps: number): boolean {
    return this.#learners.every((learner) => learner.steps === steps);
  }
}
