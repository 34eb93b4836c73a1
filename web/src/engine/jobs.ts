// SPDX-License-Identifier: MIT

import { numberOf, objectOf, refusal } from './arguments.ts';
import type { JobHandle } from './glue.ts';
import { Handle } from './handle.ts';

/** A Monte Carlo experiment. The method `result` of a subclass returns the statistics of all draws so far. */
export abstract class Job extends Handle<JobHandle> {
  /** Adds `count` random draws. */
  advance(count: number): void {
    const draws = numberOf('count', count);
    const { object } = this;
    this.caller.checked(() => object.advance(draws));
  }

  /** The number of random draws so far. */
  get count(): number {
    const { object } = this;
    return this.caller.run(() => object.count());
  }
}

/** A job for `runInSlices`: an experiment, which adds draws, or a trainer, which makes steps and returns losses. */
export type Sliced<Made> =
  | { readonly count: number; advance(count: number): Made }
  | { readonly steps: number; run(count: number): Made };

export interface SliceOptions<Made = void> {
  /** Number of draws or training steps at which the job is complete, including those before `runInSlices`. */
  total: number;
  /**
   * Called after each slice (some draws or steps).
   * @param count  the number of draws or steps so far
   * @param made  the losses of the slice's steps; undefined for an experiment
   */
  onProgress?: (count: number, made: Made) => void;
  /** When this signal is aborted, the job stops after the current slice and keeps its results. */
  signal?: AbortSignal;
  /** Target duration of a slice in ms. Default: 4, which leaves time to draw a frame. */
  budget?: number;
}

const LARGEST_GROWTH = 4;

function checkedOptions<Made>(job: Sliced<Made>, options: SliceOptions<Made>) {
  objectOf('job', job);
  const { total, onProgress, signal, budget = 4 } = objectOf('options', options);
  if (!(Number.isInteger(total) && total >= 0))
    throw refusal('OutOfRange', 'total', 'wholeAtLeast', [0], total);
  if (!(Number.isFinite(budget) && budget > 0))
    throw refusal('OutOfRange', 'budget', 'finiteAbove', [0], budget);
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw refusal('UnknownOption', 'onProgress', 'callback', [], onProgress);
  return { total, onProgress, signal, budget };
}

/**
 * Runs a job in slices, so that a page stays responsive and a worker receives messages. The size of a slice adapts to
 * `budget`. The results do not depend on the sizes.
 * @returns true if the job is complete, false after an abort
 * @throws AttentionError (OutOfRange) if an option is invalid
 */
export async function runInSlices<Made>(
  job: Sliced<Made>,
  options: SliceOptions<Made>,
): Promise<boolean> {
  const { total, onProgress, signal, budget } = checkedOptions(job, options);
  const count = () => ('advance' in job ? job.count : job.steps);
  const make = (more: number) => ('advance' in job ? job.advance(more) : job.run(more));
  let slice = 1;
  while (count() < total) {
    if (signal?.aborted) return false;
    const begun = performance.now();
    const made = make(Math.min(slice, total - count()));
    const took = performance.now() - begun;
    const growth = Math.min(LARGEST_GROWTH, budget / Math.max(took, budget / LARGEST_GROWTH));
    slice = Math.max(1, Math.floor(slice * (took > budget ? budget / took : growth)));
    onProgress?.(count(), made);
    await nextTurn();
  }
  return true;
}

/**
 * Returns to the event loop, so that input, drawing and messages are handled. Uses a MessageChannel, because nested
 * timers wait at least 4 ms.
 */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
