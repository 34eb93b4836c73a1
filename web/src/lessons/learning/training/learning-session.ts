// SPDX-License-Identifier: MIT
// Trains the models of a state up to its target number of steps. The page requests jobs (some training steps) one by
// one, so the training is at most one job ahead of the figure. If the reader pauses during a job, its result is
// discarded.
import type { Engine } from '../../../engine/index.ts';
import { sentenceLanguage } from '../../../engine/sentences/languages.ts';
import type { Session, SessionHost } from '../../define-lesson.ts';
import { keepTrained } from '../../trained-sentences.ts';
import { newWorker as newModuleWorker } from '../new-worker.ts';
import { DEFAULT_STEPS, type State } from '../state.ts';
import type { ModelSpec, Saved } from './learner.ts';
import type { Learning } from './learning.ts';
import { Looks } from './looks.ts';
import { Pace } from './pace.ts';
import { after, type Progress, startOf } from './progress.ts';
import { NoWorker, PageRunner, type Runner, type WorkerLike, WorkerRunner } from './runner.ts';
import { modelInput, type SequenceSpec } from './sequence-learner.ts';
import type { Job } from './slices.ts';
import { specsOf } from './specs.ts';

/** The functions of the page that a session uses. Tests replace them. */
export interface Surroundings {
  readonly newWorker: () => WorkerLike;
  readonly isHidden: () => boolean;
  /**
   * Calls `listener` when the page becomes hidden or visible.
   * @returns a function that removes the listener
   */
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

/** The share of correct predictions is computed about once in this number of training steps, and after the last one. */
const JUDGED_EVERY = 20;

/**
 * Minimum number of updates of the figure during the default number of training steps. It limits the length of a job,
 * so that readers can follow a fast training.
 */
const LEAST_PICTURES = 100;

export class LearningSession implements Session<State, Learning> {
  #specs: readonly ModelSpec[] = [];
  #key = '';
  #target = 0;
  /** The current progress of the training (`#made`), and the progress that the figure shows (`#shown`). */
  #made: Progress = startOf([]);
  #shown: Progress = this.#made;
  #engine: Engine | undefined;
  #runner: Runner | undefined;
  /** Whether the runner's models are in the state `#made`. If not, the next job must restore it. */
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
    this.#keep();
    this.#goOn();
    return this.#looks.numbers(this.#shown, state, this.#specs, engine, {
      isRunning: this.#isRunning,
      stepsPerSecond: this.#isRunning ? this.#pace.stepsPerSecond : undefined,
    });
  }

  /**
   * Stores the sentence model that the reader has trained, for the review page. Models without a causal mask are
   * omitted, because they cannot continue a text.
   */
  #keep(): void {
    const [spec] = this.#specs;
    const saved = this.#shown.models[0]?.saved;
    if (spec?.task !== 'sentences' || spec.mask !== 'causal' || saved === undefined) return;
    keepTrained(sentenceLanguage(spec.language), {
      input: modelInput(spec as SequenceSpec),
      state: saved,
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

  /**
   * Adapts the training to a new state. If the models differ from the current ones, they start untrained. If the target
   * (`state.steps`) is below the number of steps made, the training goes back: to the step that the figure shows, if
   * this is the target, because the reader has paused; otherwise to the start.
   */
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

  /** Schedules the next job, unless a job is running or the page is hidden. */
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

  /**
   * Continues the training from the last completed steps after a failed job: on the page if the worker failed,
   * otherwise with one more attempt. If this attempt also fails, stops the training and reports the error.
   */
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
