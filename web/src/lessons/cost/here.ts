// SPDX-License-Identifier: MIT
// The time measurements on this device, which all figures of the page share: two at once would disturb each other.
import type { Engine, Twin } from '../../engine/index.ts';
import { keepRun } from './history.ts';
import { newWorker } from './new-worker.ts';
import { type Longest, measuredTwin } from './state.ts';
import { TimingRunner } from './timing-runner.ts';

const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

/** The measurements. Nothing is measured before `startHere` is called. */
export const runner = new TimingRunner({
  onNews: tell,
  onWhole: (run) => {
    keepRun(run, Date.now());
    tell();
  },
  newWorker,
  now: () => performance.now(),
});

/** The build that Verify measures, too, unless the reader chooses another one. */
export const twinHere = (): Twin => measuredTwin({ twin: 'simd' });

export const startHere = (longest: Longest, engine: Engine): void =>
  runner.start(twinHere(), longest, engine);

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
