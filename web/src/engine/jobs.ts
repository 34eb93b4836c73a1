// SPDX-License-Identifier: MIT
import type { JobHandle } from '#wasm/simd';
import { Handle } from './handle.ts';

/** An experiment that draws more and more: `advance` in slices of any size, then look at `result`. */
export abstract class Job extends Handle<JobHandle> {
  /** Draws `count` more. */
  advance(count: number): void {
    this.caller.checked(() => this.object.advance(count));
  }

  /** How many were drawn so far. */
  get count(): number {
    return this.object.count();
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

/**
 * Runs a job in slices, so that a page stays alive and a worker hears of a cancel. The slices grow
 * or shrink to fill `budget`; results do not depend on them.
 * @returns whether all was made; false after an abort
 */
export async function runInSlices<Made>(
  job: Sliced<Made>,
  { total, onProgress, signal, budget = 8 }: SliceOptions<Made>,
): Promise<boolean> {
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
