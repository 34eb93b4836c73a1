// SPDX-License-Identifier: MIT
import type { Engine, Twin } from '../../engine/index.ts';
import { median } from './fit.ts';
import type { Longest } from './state.ts';
import {
  type Clock,
  callOf,
  type Job,
  jobsUpTo,
  METHODS,
  type Method,
  type Timed,
  timings,
} from './timing.ts';
import type { Answer, Request } from './worker.ts';

/** As much of a worker as is needed. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<Answer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(request: Request): void;
  terminate(): void;
}

/** On the page itself a call must not keep anyone waiting longer. */
const PAGE_MOST = 50;
/** What a call of twice the length takes, at least. */
const GROWTH = 4;

export interface Options {
  readonly onNews: () => void;
  /** Called with a run that came to its end. */
  readonly onWhole: (run: MeasuredRun) => void;
  readonly newWorker: () => WorkerLike;
  readonly now: Clock;
}

/** What was measured with one twin. */
export interface MeasuredRun {
  readonly twin: Twin;
  readonly timed: readonly Timed[];
}

/** Something over n, in the order of n. */
export type Points = readonly (readonly [n: number, y: number])[];

/** The medians of one method, in milliseconds. */
export const pointsOf = (timed: readonly Timed[], method: Method): Points =>
  timed
    .filter((one) => one.method === method)
    .map(({ n, times }) => [n, median(times)] as const)
    .sort(([a], [b]) => a - b);

const isSame = (a: Job, b: Job): boolean => a.method === b.method && a.n === b.n;

/** A run that the reader asks for: in a worker, or, where a host forbids one, as far as it goes on the page. */
export class Measuring {
  #timed: readonly Timed[] = [];
  #refused: readonly Job[] = [];
  #twin: Twin | undefined;
  #jobs: readonly Job[] = [];
  #end: (() => void) | undefined;
  #isOnPage = false;

  constructor(private readonly options: Options) {}

  get run(): MeasuredRun | undefined {
    return this.#twin && { twin: this.#twin, timed: this.#timed };
  }

  get isRunning(): boolean {
    return this.#end !== undefined;
  }

  /** Whether the page itself had to measure, which leaves out what would hold it up. */
  get isOnPage(): boolean {
    return this.#isOnPage;
  }

  /** What the device had no room for. */
  get refused(): readonly Job[] {
    return this.#refused;
  }

  /** What is measured now. */
  get current(): Job | undefined {
    return this.isRunning ? this.#jobs.find((job) => !this.#isKnown(job)) : undefined;
  }

  /** What a run would still measure. */
  missing(twin: Twin, longest: Longest): Job[] {
    const isOther = twin !== this.#twin;
    return jobsUpTo(longest).filter((job) => isOther || !this.#isKnown(job));
  }

  /** Measures what is missing; all anew where nothing is. */
  start(twin: Twin, longest: Longest, engine: Engine): void {
    if (this.isRunning) return;
    const missing = this.missing(twin, longest);
    if (twin !== this.#twin || missing.length === 0) {
      this.#timed = [];
      this.#refused = [];
    }
    this.#twin = twin;
    this.#jobs = jobsUpTo(longest);
    const wanted = missing.length > 0 ? missing : this.#jobs;
    try {
      this.#inWorker({ twin, jobs: wanted }, engine);
    } catch {
      void this.#onPage(wanted, engine);
    }
    this.options.onNews();
  }

  /** Ends the run; what was measured stays. */
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
      if (left === 0) this.#conclude();
    };
    // A policy that forbids workers says so only here.
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
    this.#twin = engine.twin;
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
      // Lengths that need much memory are left out, so this is a fault: it is told, and must not leave a run without end.
      reportError(error);
      this.stop();
      return;
    }
    this.#conclude();
  }

  #last(method: Method): number {
    return pointsOf(this.#timed, method).at(-1)?.[1] ?? 0;
  }

  #note(answer: Answer): void {
    if ('refused' in answer) this.#refused = [...this.#refused, answer];
    else this.#timed = [...this.#timed, answer];
    this.options.onNews();
  }

  #conclude(): void {
    this.stop();
    const { run } = this;
    const isWhole = METHODS.every((method) => pointsOf(this.#timed, method).length > 1);
    if (run && isWhole) this.options.onWhole(run);
  }

  #isKnown(job: Job): boolean {
    return [...this.#timed, ...this.#refused].some((one) => isSame(one, job));
  }
}
