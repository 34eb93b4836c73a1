// SPDX-License-Identifier: MIT
// Fakes for tests of the lesson "learning": a page with a training, and a worker that answers only when the test calls
// `answer`.
import { vi } from 'vitest';
import type { Engine } from '../../web/src/engine/index.ts';
import type { ModelSpec } from '../../web/src/lessons/learning/training/repetition.ts';
import type { Answer, WorkerLike } from '../../web/src/lessons/learning/training/runner.ts';
import { Slices } from '../../web/src/lessons/learning/training/slices.ts';
import { TrainingRun } from '../../web/src/lessons/learning/training/training-run.ts';
import type { Request } from '../../web/src/lessons/learning/training/worker.ts';

/** A worker without a thread. It computes its waiting requests when `answer` is called. */
export class FakeWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  readonly requests: Request[] = [];
  isEnded = false;
  readonly #slices: Slices;

  constructor(engine: Engine) {
    this.#slices = new Slices(engine);
  }

  postMessage(request: Request): void {
    this.requests.push(structuredClone(request));
  }

  terminate(): void {
    this.isEnded = true;
    this.#slices.release();
  }

  /** Computes the waiting requests and posts the answers. @param change  modifies each answer */
  answer(change: (answer: Answer) => Answer = (answer) => answer): void {
    const requests = this.requests.splice(0);
    if (this.isEnded) return;
    for (const { id, job } of requests) {
      const answer: Answer = { id, made: [...this.#slices.run(job)] };
      this.onmessage?.({ data: structuredClone(change(answer)) } as MessageEvent<Answer>);
    }
  }

  fail(): void {
    this.onerror?.({ preventDefault: () => {}, message: 'forbidden' } as ErrorEvent);
  }
}

export function openRun(
  engine: Engine,
  specs: readonly ModelSpec[],
  { workers: hasWorkers = true } = {},
) {
  const workers: FakeWorker[] = [];
  const listeners = new Set<() => void>();
  const onNews = vi.fn();
  let isHidden = false;
  const run = new TrainingRun(specs, onNews, {
    newWorker: () => {
      if (!hasWorkers) throw new Error('forbidden');
      const worker = new FakeWorker(engine);
      workers.push(worker);
      return worker;
    },
    isHidden: () => isHidden,
    onHidden: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  return {
    ...{ run, workers, listeners, onNews },
    get worker(): FakeWorker {
      return workers.at(-1) as FakeWorker;
    },
    /** Resolves when the last worker has received a request. */
    asked: () =>
      vi.waitFor(() => {
        if (!workers.at(-1)?.requests.length) throw new Error('nothing was asked');
      }),
    setHidden(value: boolean) {
      isHidden = value;
      for (const listener of listeners) listener();
    },
  };
}

export type Opened = ReturnType<typeof openRun>;

/** Lets the worker answer until the training has made at least `steps`. */
export const until = ({ run, workers }: Opened, steps: number): Promise<void> =>
  vi.waitFor(
    () => {
      workers.at(-1)?.answer();
      if (run.steps < steps) throw new Error(`it is step ${run.steps}`);
    },
    { timeout: 120_000, interval: 1 },
  );
