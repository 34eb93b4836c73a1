// SPDX-License-Identifier: MIT
// Fakes for tests of the lesson "learning": a page with a training session, and a worker that
// answers only when the test calls `answer`.
import { vi } from 'vitest';
import type { Engine } from '../../web/src/engine/index.ts';
import { fields, type State } from '../../web/src/lessons/learning/state.ts';
import type { Learning } from '../../web/src/lessons/learning/training/learning.ts';
import { LearningSession } from '../../web/src/lessons/learning/training/learning-session.ts';
import type { Answer, WorkerLike } from '../../web/src/lessons/learning/training/runner.ts';
import { Slices } from '../../web/src/lessons/learning/training/slices.ts';
import type { Request } from '../../web/src/lessons/learning/training/worker.ts';
import { initialState } from '../../web/src/state/fields.ts';

export const stateWith = (change: Partial<State>): State =>
  Object.freeze({ ...initialState(fields), ...change });

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

/**
 * Opens a session as the frame (the page around a lesson) does: when the session calls `host.news` after progress of
 * the training, the host calls `compute` again.
 * @param options.training  the engine of the workers; by default the engine of the page
 */
export function openSession(
  engine: Engine,
  first: State,
  { workers: hasWorkers = true, language = 'en', training = engine } = {},
) {
  const workers: FakeWorker[] = [];
  const listeners = new Set<() => void>();
  const fail = vi.fn();
  let isHidden = false;
  let state = first;
  let news = 0;
  const host = {
    ...{ fail, language: () => language },
    news: () => {
      news += 1;
      numbers = session.compute(state, engine);
    },
  };
  const session = new LearningSession(host, {
    newWorker: () => {
      if (!hasWorkers) throw new Error('forbidden');
      const worker = new FakeWorker(training);
      workers.push(worker);
      return worker;
    },
    isHidden: () => isHidden,
    onHidden: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  let numbers: Learning = session.compute(state, engine);
  const set = (change: Partial<State>): Learning => {
    state = stateWith({ ...state, ...change });
    numbers = session.compute(state, engine);
    return numbers;
  };
  return {
    ...{ session, workers, listeners, fail, set },
    get numbers(): Learning {
      return numbers;
    },
    get news(): number {
      return news;
    },
    get worker(): FakeWorker {
      return workers.at(-1) as FakeWorker;
    },
    /** Resolves when the last worker has received a request. */
    asked: () =>
      vi.waitFor(() => {
        if (!workers.at(-1)?.requests.length) throw new Error('nothing was asked');
      }),
    setLanguage(tag: string) {
      language = tag;
      numbers = session.compute(state, engine);
    },
    setHidden(value: boolean) {
      isHidden = value;
      for (const listener of listeners) listener();
    },
  };
}

export type Opened = ReturnType<typeof openSession>;

/** Lets the worker answer until the session has made the requested steps. */
export async function finish(opened: Opened): Promise<Learning> {
  await vi.waitFor(
    () => {
      opened.worker?.answer();
      if (opened.numbers.isRunning) throw new Error('still running');
    },
    { timeout: 120_000, interval: 1 },
  );
  return opened.numbers;
}
