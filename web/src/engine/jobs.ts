// SPDX-License-Identifier: MIT

export interface SliceOptions {
  /** How many to draw in all, those before included. */
  total: number;
  /** Told after each slice how many there are. */
  onProgress?: (count: number) => void;
  /** Stops between two slices; what was drawn stays drawn. */
  signal?: AbortSignal;
  /** How long a slice may take, in ms: what a page spares within a frame. */
  budget?: number;
}

const LARGEST_GROWTH = 4;

/**
 * Runs a job in slices, so that a page stays alive and a worker hears of a cancel. The slices grow
 * or shrink to fill `budget`; results do not depend on them.
 * @returns whether all was drawn; false after an abort
 */
export async function runInSlices(
  job: { readonly count: number; advance(count: number): void },
  { total, onProgress, signal, budget = 8 }: SliceOptions,
): Promise<boolean> {
  let slice = 1;
  while (job.count < total) {
    if (signal?.aborted) return false;
    const begun = performance.now();
    job.advance(Math.min(slice, total - job.count));
    const took = performance.now() - begun;
    const growth = Math.min(LARGEST_GROWTH, budget / Math.max(took, budget / LARGEST_GROWTH));
    slice = Math.max(1, Math.floor(slice * (took > budget ? budget / took : growth)));
    onProgress?.(job.count);
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
