// SPDX-License-Identifier: MIT
// Runs the training jobs: in a worker, or on the page if the content security policy forbids workers.
import type { Engine } from '../../../engine/index.ts';
import { type Job, type Sliced, Slices } from './slices.ts';
import type { Request } from './worker.ts';

/** The worker's answer to a job (a request for training steps). */
export type Answer =
  | { readonly id: number; readonly made: readonly Sliced[] }
  | { readonly id: number; readonly failed: string };

/** The members of `Worker` that the runner uses, so that tests can replace it. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<Answer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(request: Request): void;
  terminate(): void;
}

export interface Runner {
  /** Time limit of a job in milliseconds. */
  readonly budget: number;
  /** Duration of the last job in milliseconds. On the page: only the training time of the slowest model. */
  readonly took: number;
  /** Runs a job. The previous one must have ended. @returns undefined if the runner is released before the job ends */
  run(job: Job): Promise<readonly Sliced[] | undefined>;
  release(): void;
}

/** Thrown if a worker could not be started, or has failed. */
export class NoWorker extends Error {}

export class WorkerRunner implements Runner {
  readonly budget = 80;
  took = 0;
  readonly #worker: WorkerLike;
  #id = 0;
  #settle: ((answer: Answer | undefined) => void) | undefined;
  #fail: ((error: Error) => void) | undefined;

  /** @throws if the content security policy forbids workers */
  constructor(
    newWorker: () => WorkerLike,
    private readonly engine: Engine,
  ) {
    this.#worker = newWorker();
    this.#worker.onmessage = ({ data }) => {
      if (data.id === this.#id) this.#settle?.(data);
    };
    // Some browsers report only by this event that the policy forbids the worker.
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#fail?.(new NoWorker(event.message));
    };
  }

  async run(job: Job): Promise<readonly Sliced[] | undefined> {
    this.#id += 1;
    const begun = performance.now();
    const answer = await new Promise<Answer | undefined>((settle, fail) => {
      this.#settle = settle;
      this.#fail = fail;
      this.#worker.postMessage({ id: this.#id, twin: this.engine.twin, job });
    });
    this.took = performance.now() - begun;
    if (answer && 'failed' in answer) throw new Error(answer.failed);
    return answer?.made;
  }

  release(): void {
    this.#worker.terminate();
    this.#settle?.(undefined);
  }
}

/** Runs jobs on the page, in slices between which the page handles input events. */
export class PageRunner implements Runner {
  readonly budget = 12;
  took = 0;
  readonly #slices: Slices;
  readonly #abort = new AbortController();
  #isRunning = false;

  constructor(engine: Engine) {
    this.#slices = new Slices(engine);
  }

  async run(job: Job): Promise<readonly Sliced[] | undefined> {
    const { signal } = this.#abort;
    const made: Sliced[] = [];
    let took = 0;
    this.took = 0;
    this.#isRunning = true;
    try {
      for await (const one of this.#slices.runOnPage(job, signal, (slice) => {
        took += slice;
      })) {
        made.push(one);
        this.took = Math.max(this.took, took);
        took = 0;
      }
    } finally {
      this.#isRunning = false;
      if (signal.aborted) this.#slices.release();
    }
    return signal.aborted ? undefined : made;
  }

  release(): void {
    this.#abort.abort();
    // A running job still reads its models, so they are released when it ends.
    if (!this.#isRunning) this.#slices.release();
  }
}
