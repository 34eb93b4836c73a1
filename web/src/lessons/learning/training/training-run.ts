// SPDX-License-Identifier: MIT
// Trains models side by side. A job is a request for some training steps. The page requests one job at a time, so the
// training is at most one job ahead of the figure.
import type { Engine } from '../../../engine/index.ts';
import { newWorker as newModuleWorker } from '../new-worker.ts';
import type { Saved } from './learner.ts';
import { Pace } from './pace.ts';
import { after, type Progress, startOf } from './progress.ts';
import { type ModelSpec, STEPS } from './repetition.ts';
import { NoWorker, PageRunner, type Runner, type WorkerLike, WorkerRunner } from './runner.ts';
import type { Job } from './slices.ts';

/** The functions of the page that a run uses. Tests replace them. */
export interface Surroundings {
  readonly newWorker: () => WorkerLike;
  readonly isHidden: () => boolean;
  /** Calls `listener` when the page becomes hidden or visible. @returns a function that removes the listener */
  readonly onHidden: (listener: () => void) => () => void;
}

const page: Surroundings = {
  newWorker: newModuleWorker,
  isHidden: () => document.hidden,
  onHidden: (listener) => {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};

/** The share of right answers is computed about once in this number of training steps, and after the last one. */
const JUDGED_EVERY = 20;
/** The largest number of steps between two drawings, so that readers can follow a fast training. */
const MOST_AT_ONCE = 10;

export class TrainingRun {
  #models: readonly Progress[];
  #isOn = false;
  #hasFailed = false;
  #engine: Engine | undefined;
  #runner: Runner | undefined;
  /** Whether the runner's models are in the state of `#models`. If not, the next job must restore their state. */
  #isInStep = false;
  #isBusy = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unwatch: (() => void) | undefined;
  readonly #pace = new Pace();

  constructor(
    private readonly specs: readonly ModelSpec[],
    private readonly onNews: () => void,
    private readonly around: Surroundings = page,
  ) {
    this.#models = specs.map(startOf);
  }

  get models(): readonly Progress[] {
    return this.#models;
  }

  /** The number of steps made, which is the same for all models. */
  get steps(): number {
    return this.#models[0]?.steps ?? 0;
  }

  get isDone(): boolean {
    return this.steps >= STEPS;
  }

  get isRunning(): boolean {
    return this.#isOn && !this.isDone;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  start(engine: Engine): void {
    if (engine !== this.#engine) this.#dropRunner();
    this.#engine = engine;
    this.#isOn = true;
    this.#hasFailed = false;
    this.#failures = 0;
    this.#unwatch ??= this.around.onHidden(() => this.#goOn());
    this.#goOn();
    this.onNews();
  }

  /** Stops after the running job. */
  pause(): void {
    this.#isOn = false;
    this.onNews();
  }

  /** Stops at once, and keeps the completed steps. */
  release(): void {
    this.#isOn = false;
    this.#unwatch?.();
    this.#unwatch = undefined;
    clearTimeout(this.#timer);
    this.#dropRunner();
  }

  /** Schedules the next job, unless a job is running or the page is hidden. */
  #goOn(): void {
    clearTimeout(this.#timer);
    if (this.#isBusy || !this.isRunning || this.around.isHidden()) return;
    this.#timer = setTimeout(() => void this.#runJob(), this.#pace.wait());
  }

  async #runJob(): Promise<void> {
    if (!this.#engine || this.#isBusy || !this.isRunning || this.around.isHidden()) return;
    this.#isBusy = true;
    this.#runner ??= this.#newRunner(this.#engine);
    const runner = this.#runner;
    try {
      const job = this.#nextJob(runner);
      this.#isInStep = false;
      this.#pace.begin();
      const made = await runner.run(job);
      if (made && runner === this.#runner) {
        this.#pace.end(job.count, runner.took);
        this.#models = this.#models.map((model, i) =>
          after(model, made[i] as (typeof made)[number]),
        );
        this.#isInStep = true;
        this.#failures = 0;
      }
    } catch (error) {
      if (runner === this.#runner) this.#onFailure(error, this.#engine);
    } finally {
      this.#isBusy = false;
    }
    this.#goOn();
    this.onNews();
  }

  #nextJob({ budget }: Runner): Job {
    const from = this.steps;
    const count = Math.min(this.#pace.stepsWithin(budget), MOST_AT_ONCE, STEPS - from);
    const saved = this.#models.flatMap(({ saved }): readonly Saved[] => (saved ? [saved] : []));
    const last = from + count;
    const isJudged = last === STEPS || last % JUDGED_EVERY < count;
    const job = { models: this.specs, from, count, isJudged };
    return this.#isInStep || saved.length === 0 ? job : { ...job, saved };
  }

  #newRunner(engine: Engine): Runner {
    try {
      return new WorkerRunner(this.around.newWorker, engine);
    } catch {
      return new PageRunner(engine);
    }
  }

  /**
   * Continues from the last completed steps after a failed job: on the page if the worker failed, otherwise with a
   * second attempt. Stops if the second attempt also fails.
   */
  #onFailure(error: unknown, engine: Engine): void {
    this.#dropRunner();
    this.#failures += 1;
    if (error instanceof NoWorker) this.#runner = new PageRunner(engine);
    else if (this.#failures > 1) {
      this.#isOn = false;
      this.#hasFailed = true;
    }
  }

  #dropRunner(): void {
    this.#runner?.release();
    this.#runner = undefined;
    this.#isInStep = false;
  }
}
