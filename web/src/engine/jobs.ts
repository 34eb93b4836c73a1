// SPDX-License-Identifier: MIT
import type { JobHandle } from '#wasm/simd';
import { numberOf, objectOf, refusal } from './check.ts';
import { Handle } from './handle.ts';

/** An experiment that draws more and more: `advance` in slices of any size, then look at `result`. */
export abstract class Job extends Handle<JobHandle> {
  /** Draws `count` more. */
  advance(count: number): void {
    const draws = numberOf('count', count);
    const { object } = this;
    this.caller.checked(() => object.advance(draws));
  }

  /** How many were drawn so far. */
  get count(): number {
    const { object } = this;
    return this.caller.run(() => object.count());
  }
}

/** What can be done in slices: an experiment draws, a trainer makes steps and gives their losses. */
export type Sliced<Made> =
  | { readonly count: number; advance(count: number): Made }
  | { readonly steps: number; run(count: number): Made };

export interface SliceOptions<Made = void> {
  /** How many draws or steps in all, those before included. */
  total: number;
  /** Told after each slice how many there are, and what the slice gave: a trainer's losses. */
  onProgress?: (count: number, made: Made) => void;
  /** Stops between two slices; what was made stays made. */
  signal?: AbortSignal;
  /** How long a slice may take, in ms: what a page spares within a frame. */
  budget?: number;
}

const LARGEST_GROWTH = 4;

/** What a caller asked of slices, checked. */
function checkedOptions<Made>(job: Sliced<Made>, options: SliceOptions<Made>) {
  objectOf('job', job);
  const { total, onProgress, signal, budget = 8 } = objectOf('options', options);
  if (!(Number.isInteger(total) && total >= 0))
    throw refusal('OutOfRange', 'total', 'a whole number >= 0', total);
  if (!(Number.isFinite(budget) && budget > 0))
    throw refusal('OutOfRange', 'budget', 'a finite number > 0', budget);
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw refusal('UnknownOption', 'onProgress', 'a function', onProgress);
  return { total, onProgress, signal, budget };
}

/**
 * Runs a job in slices, so that a page stays alive and a worker hears of a cancel. The slices grow
 * or shrink to fill `budget`; results do not depend on them.
 * @returns whether all was made; false after an abort
 * @throws AttentionError (OutOfRange) naming an option
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

/** Lets input, drawing and messages have their turn; timers would cost 4 ms each. */
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
