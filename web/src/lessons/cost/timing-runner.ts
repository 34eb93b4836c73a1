// SPDX-License-Identifier: MIT
import { median } from 'd3-array';
import type { Engine } from '../../engine/index.ts';
import { newListeners } from '../listeners.ts';
import { newWorker } from './new-worker.ts';
import {
  type Clock,
  callOf,
  type Job,
  jobsUpTo,
  type Longest,
  type Method,
  type Timed,
  timings,
} from './timing.ts';
import type { Answer, Request } from './worker.ts';

/** The members of `Worker` that the measurements use, so that tests can replace it. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<Answer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(request: Request): void;
  terminate(): void;
}

/** Maximum time in milliseconds for which a call may block the page if no worker can be started. */
const PAGE_MOST = 50;
/** Assumed growth of a call's duration if the text is twice as long. Calls that would block the page are skipped. */
const GROWTH = 4;

export interface Options {
  readonly onNews: () => void;
  readonly newWorker: () => WorkerLike;
  readonly now: Clock;
}

/** Values of a quantity for several n, in ascending order of n. */
export type Points = readonly (readonly [n: number, y: number])[];

/** For each n, the median of the times of one method, in milliseconds. */
export const pointsOf = (timed: readonly Timed[], method: Method): Points =>
  timed
    .filter((one) => one.method === method)
    .map(({ n, times }) => [n, median(times) ?? Number.NaN] as const)
    .sort(([a], [b]) => a - b);

const isSame = (a: Job, b: Job): boolean => a.method === b.method && a.n === b.n;

/** Measures times in a worker. If no worker can be started, measures on the page, but only short calls. */
export class TimingRunner {
  #timed: readonly Timed[] = [];
  #refused: readonly Job[] = [];
  #jobs: readonly Job[] = [];
  #end: (() => void) | undefined;
  #isOnPage = false;

  constructor(private readonly options: Options) {}

  get timed(): readonly Timed[] {
    return this.#timed;
  }

  get isRunning(): boolean {
    return this.#end !== undefined;
  }

  /** Whether the measurements run on the page, where calls that would block it are skipped. */
  get isOnPage(): boolean {
    return this.#isOnPage;
  }

  /** The measurements that failed because memory was insufficient. */
  get refused(): readonly Job[] {
    return this.#refused;
  }

  get current(): Job | undefined {
    return this.isRunning ? this.#jobs.find((job) => !this.#isKnown(job)) : undefined;
  }

  /** The measurements of texts of at most `longest` tokens that have not been tried. */
  missing(longest: Longest): Job[] {
    return jobsUpTo(longest).filter((job) => !this.#isKnown(job));
  }

  /** Starts the measurements that have not been tried. If all have been tried, repeats all of them. */
  start(longest: Longest, engine: Engine): void {
    if (this.isRunning) return;
    const missing = this.missing(longest);
    if (missing.length === 0) {
      this.#timed = [];
      this.#refused = [];
    }
    this.#jobs = jobsUpTo(longest);
    const wanted = missing.length > 0 ? missing : this.#jobs;
    try {
      this.#inWorker({ jobs: wanted }, engine);
    } catch {
      void this.#onPage(wanted, engine);
    }
    this.options.onNews();
  }

  /** Stops the run and keeps its measurements. */
  stop(): void {
    this.#end?.();
    this.#end = undefined;
    this.options.onNews();
  }

  #inWorker(request: Request, engine: Engine): void {
    const worker = this.options.newWorker();
    let left = request.jobs.length;
    worker.onmessage = ({ data }) => {
      this.#note(data);
      left -= 1;
      if (left === 0) this.stop();
    };
    // If the content security policy forbids workers, this event is the only error that the page receives.
    worker.onerror = (event) => {
      event.preventDefault();
      this.#end?.();
      void this.#onPage(request.jobs.slice(-left), engine);
    };
    this.#end = () => worker.terminate();
    this.#isOnPage = false;
    worker.postMessage(request);
  }

  async #onPage(jobs: readonly Job[], engine: Engine): Promise<void> {
    let isEnded = false;
    this.#isOnPage = true;
    this.#end = () => {
      isEnded = true;
    };
    this.options.onNews();
    try {
      for (const job of jobs) {
        if (this.#last(job.method) * GROWTH > PAGE_MOST) continue;
        const times: number[] = [];
        for (const time of timings(callOf(engine, job), this.options.now)) {
          times.push(time);
          await new Promise((resolve) => setTimeout(resolve));
          if (isEnded) return;
        }
        this.#note({ ...job, times });
      }
    } catch (error) {
      // The page skips long texts, so this error is not due to insufficient memory. It is reported, and the run ends.
      reportError(error);
    }
    this.stop();
  }

  #last(method: Method): number {
    return pointsOf(this.#timed, method).at(-1)?.[1] ?? 0;
  }

  #note(answer: Answer): void {
    if ('refused' in answer) this.#refused = [...this.#refused, answer];
    else this.#timed = [...this.#timed, answer];
    this.options.onNews();
  }

  #isKnown(job: Job): boolean {
    return [...this.#timed, ...this.#refused].some((one) => isSame(one, job));
  }
}

const listeners = newListeners(() => runner.stop());
/** A run stops when the last listener is removed. */
export const { follow } = listeners;

/** Nothing is measured before the reader starts a run. */
export const runner = new TimingRunner({
  onNews: listeners.tell,
  newWorker,
  now: () => performance.now(),
});
