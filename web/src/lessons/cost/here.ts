// SPDX-License-Identifier: MIT
// The time measurements on this device, which all figures of the page share: two at once would disturb each other.
import { newWorker } from './new-worker.ts';
import { TimingRunner } from './timing-runner.ts';

const listeners = new Set<() => void>();

/** The measurements. Nothing is measured before the reader starts it. */
export const runner = new TimingRunner({
  onNews: () => {
    for (const listener of listeners) listener();
  },
  newWorker,
  now: () => performance.now(),
});

/**
 * Calls back after each measurement. When nobody follows any more, a run stops.
 * @returns a function that ends this
 */
export function follow(onNews: () => void): () => void {
  listeners.add(onNews);
  return () => {
    listeners.delete(onNews);
    if (listeners.size === 0) runner.stop();
  };
}
