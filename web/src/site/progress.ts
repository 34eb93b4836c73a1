// SPDX-License-Identifier: MIT
// The lessons that a reader has opened, and the experiments that they have run. They are stored on the device only.
import { forget, keep, kept } from '../device/store.ts';
import { claims } from '../ledger/claims.ts';

const NAME = 'progress';

/** Bubbles from the element that has changed the stored progress. */
export const PROGRESS_EVENT = 'al-progress';

/** The ids of the experiments that were run in each opened lesson, by the lesson's id. */
export type Progress = Readonly<Record<string, readonly string[]>>;

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');

/** The stored progress. Invalid entries in the store are ignored. */
export function readProgress(): Progress {
  try {
    const stored: unknown = JSON.parse(kept(NAME) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, names]) => isNames(names)));
  } catch {
    return {};
  }
}

/** Records that a lesson was opened, or that one of its experiments was run. */
export function noteProgress(lesson: string, experiment?: string): void {
  const progress = readProgress();
  const before = progress[lesson] ?? [];
  const added = experiment === undefined || before.includes(experiment) ? [] : [experiment];
  if (lesson in progress && added.length === 0) return;
  keep(NAME, JSON.stringify({ ...progress, [lesson]: [...before, ...added] }));
}

export const forgetProgress = (): void => forget(NAME);

/** How many of a lesson's statements the reader has tested, and how many there are. */
export function testedOf(lesson: string, progress: Progress): { tested: number; all: number } {
  const own = claims.filter((claim) => claim.lesson === lesson);
  const run = progress[lesson] ?? [];
  return {
    tested: own.filter(({ experiment }) => run.includes(experiment)).length,
    all: own.length,
  };
}
