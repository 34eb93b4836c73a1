// SPDX-License-Identifier: MIT
// The training of a state's models up to its number of steps. Steps are made in jobs that the page asks for one by one, so that
// nothing is ahead of what is shown but one job, which is thrown away if the reader pauses meanwhile.
import type { Engine } from '../../../engine/index.ts';
import type { Session, SessionHost } from '../../define-lesson.ts';
import { newWorker as newModuleWorker } from '../new-worker.ts';
import { DEFAULT_STEPS, type State } from '../state.ts';
import type { ModelSpec, Saved } from './learner.ts';
import type { Learning } from './learning.ts';
import { Looks } from './looks.ts';
import { Pace } from './pace.ts';
import { after, type Progress, startOf } from './progress.ts';
import { NoWorker, PageRunner, type Runner, type WorkerLike, WorkerRunner } from './runner.ts';
import type { Job } from './slices.ts';
import { specsOf } from './specs.ts';

/** What a session needs of its page; tests bring their own. */
export interface Surroundings {
  readonly newWorker: () => WorkerLike;
  readonly isHidden: () => boolean;
  /** Calls back whenever the page was hidden or shown. @returns what ends that */
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

/** Steps from one share of right answers to the next, while the training goes on. */
const JUDGED_EVERY = 20;

/** A training has at least so many pictures, or none would be seen where steps take no time. */
const LEAST_PICTURES = 100;

export class LearningSession implements Session<State, Learning> {
  #specs: readonly ModelSpec[] = [];
  #key = '';
  #target = 0;
  /** The steps that were made, and those of them that the last numbers showed. */
  #made: Progress = startOf([]);
  #shown: Progress = this.#made;
  #engine: Engine | undefined;
  #runner: Runner | undefined;
  /** Whether the runner's models stand where `#made` ends. */
  #isInStep = false;
  #isBusy = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unwatch: (() => void) | undefined;
  readonly #pace = new Pace();
  readonly #looks = new Looks();

  constructor(
    private readonly host: SessionHost,
    private readonly around: Surroundings = page,
  ) {}

  compute(state: State, engine: Engine): Learning {
    this.#unwatch ??= this.around.onHidden(() => this.#goOn());
    this.#engine = engine;
    this.#take(state);
    this.#shown = this.#made;
    this.#goOn();
    return this.#looks.numbers(this.#shown, state, this.#specs, engine, {
      isRunning: this.#isRunning,
      stepsPerSecond: this.#isRunning ? this.#pace.stepsPerSecond : undefined,
    });
  }

  release(): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
    this.#engine = undefined;
    clearTimeout(this.#timer);
    this.#dropRunner();
    this.#looks.release();
    this.#key = '';
    this.#made = startOf([]);
  }

  /** Follows the state: another model begins anew; fewer steps than were made are those that were shown, or are made again. */
  #take(state: State): void {
    const specs = specsOf(state, this.host.language());
    const key = JSON.stringify(specs);
    this.#target = state.steps;
    if (key === this.#key && state.steps >= this.#made.steps) return;
    const isPaused = key === this.#key && state.steps === this.#shown.steps;
    this.#made = isPaused ? this.#shown : startOf(specs);
    this.#specs = specs;
    this.#key = key;
    this.#isInStep = false;
    this.#failures = 0;
    if (!isPaused) this.#pace.forget();
  }

  get #isRunning(): boolean {
    return this.#made.steps < this.#target;
  }

  /** Asks for the next job, unless one is under way or nobody would see what came of it. */
  #goOn(): void {
    clearTimeout(this.#timer);
    if (!this.#engine || this.#isBusy || !this.#isRunning || this.around.isHidden()) return;
    this.#timer = setTimeout(() => void this.#runJob(), this.#pace.wait());
  }

  async #runJob(): Promise<void> {
    const { engine, made } = { engine: this.#engine, made: this.#made };
    if (!engine || this.#isBusy || !this.#isRunning || this.around.isHidden()) return;
    this.#isBusy = true;
    try {
      this.#runner ??= this.#newRunner(engine);
      const runner = this.#runner;
      const job = this.#nextJob(runner);
      this.#isInStep = false;
      this.#pace.begin();
      const sliced = await runner.run(job);
      const isWanted = sliced && made === this.#made && made.steps + job.count <= this.#target;
      if (isWanted) {
        this.#pace.end(job.count, runner.took);
        this.#made = after(made, sliced);
        this.#isInStep = true;
        this.#failures = 0;
        this.host.news();
      }
    } catch (error) {
      this.#onFailure(error, engine);
    } finally {
      this.#isBusy = false;
    }
    this.#goOn();
  }

  #nextJob({ budget }: Runner): Job {
    const { steps, models } = this.#made;
    const most = Math.ceil(DEFAULT_STEPS[this.#specs[0]?.task ?? 'pointing'] / LEAST_PICTURES);
    const count = Math.min(this.#pace.stepsWithin(budget), most, this.#target - steps);
    const saved = models.flatMap(({ saved }): readonly Saved[] => (saved ? [saved] : []));
    const last = steps + count;
    const isJudged = last === this.#target || last % JUDGED_EVERY < count;
    const job = { models: this.#specs, from: steps, count, isJudged };
    return this.#isInStep || saved.length === 0 ? job : { ...job, saved };
  }

  #newRunner(engine: Engine): Runner {
    try {
      return new WorkerRunner(this.around.newWorker, engine);
    } catch {
      return new PageRunner(engine);
    }
  }

  /** Goes on from the last steps: on the page where workers fail, once more where anything else did. */
  #onFailure(error: unknown, engine: Engine): void {
    if (engine !== this.#engine) return;
    this.#dropRunner();
    this.#failures += 1;
    if (error instanceof NoWorker) this.#runner = new PageRunner(engine);
    else if (this.#failures > 1) {
      this.#target = this.#made.steps;
      this.host.fail(error);
    }
  }

  #dropRunner(): void {
    this.#runner?.release();
    this.#runner = undefined;
    this.#isInStep = false;
  }
}
