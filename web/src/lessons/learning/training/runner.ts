// SPDX-License-Identifier: MIT
// Who makes the steps: a worker, or the page itself where a host forbids workers.
import type { Engine } from '../../../engine/index.ts';
import { type Job, type Sliced, Slices } from './slices.ts';
import type { Request } from './worker.ts';

/** What a worker says of a job. */
export type Answer =
  | { readonly id: number; readonly made: readonly Sliced[] }
  | { readonly id: number; readonly failed: string };

/** As much of a worker as is needed. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<Answer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(request: Request): void;
  terminate(): void;
}

export interface Runner {
  /** Milliseconds that a job may take in one go. */
  readonly budget: number;
  /** Milliseconds that the last job took in one go: on the page, those of one model. */
  readonly took: number;
  /** Runs a job after the one before. @returns undefined where it was released meanwhile */
  run(job: Job): Promise<readonly Sliced[] | undefined>;
  release(): void;
}

/** A worker could not be started, or has died. */
export class NoWorker extends Error {}

export class WorkerRunner implements Runner {
  readonly budget = 80;
  took = 0;
  readonly #worker: WorkerLike;
  #id = 0;
  #settle: ((answer: Answer | undefined) => void) | undefined;
  #fail: ((error: Error) => void) | undefined;

  /** @throws where a host forbids workers */
  constructor(
    newWorker: () => WorkerLike,
    private readonly engine: Engine,
  ) {
    this.#worker = newWorker();
    this.#worker.onmessage = ({ data }) => {
      if (data.id === this.#id) this.#settle?.(data);
    };
    // A policy that forbids workers says so only here.
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

/** In slices on the page, with a turn for the reader between two models. */
export class PageRunner implements Runner {
  readonly budget = 12;
  took = 0;
  readonly #slices: Slices;
  #isReleased = false;

  constructor(engine: Engine) {
    this.#slices = new Slices(engine);
  }

  async run(job: Job): Promise<readonly Sliced[] | undefined> {
    const made: Sliced[] = [];
    await nextTurn();
    if (this.#isReleased) return undefined;
    this.took = 0;
    let begun = performance.now();
    for (const one of this.#slices.run(job)) {
      this.took = Math.max(this.took, performance.now() - begun);
      made.push(one);
      await nextTurn();
      if (this.#isReleased) return undefined;
      begun = performance.now();
    }
    return made;
  }

  release(): void {
    this.#isReleased = true;
    this.#slices.release();
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
