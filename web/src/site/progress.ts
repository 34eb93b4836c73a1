// SPDX-License-Identifier: MIT
// Where a reader has been and what they have put to the test. It is kept on the device and nowhere else.
import { forget, keep, kept } from '../device/store.ts';
import { claims } from '../ledger/claims.ts';

const NAME = 'progress';

/** Bubbles from the element that has changed the stored progress. */
export const PROGRESS_EVENT = 'al-progress';

/** The experiments that were run in each lesson that was opened, by the lesson's id. */
export type Progress = Readonly<Record<string, readonly string[]>>;

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');

/** What is kept; whatever else the store holds there is passed over. */
export function readProgress(): Progress {
  try {
    const stored: unknown = JSON.parse(kept(NAME) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, names]) => isNames(names)));
  } catch {
    return {};
  }
}

/** Notes that a lesson was opened, or that one of its experiments was run. */
export function noteProgress(lesson: string, experiment?: string): void {
  const progress = readProgress();
  const before = progress[lesson] ?? [];
  const added = experiment === undefined || before.includes(experiment) ? [] : [experiment];
  if (lesson in progress && added.length === 0) return;
  keep(NAME, JSON.stringify({ ...progress, [lesson]: [...before, ...added] }));
}

export const forgetProgress = (): void => forget(NAME);

/** How many of a lesson's statements were put to the test, and how many there are. */
export function testedOf(lesson: string, progress: Progress): { tested: number; all: number } {
  const own = claims.filter((claim) => claim.lesson === lesson);
  const run = progress[lesson] ?? [];
  return {
    tested: own.filter(({ experiment }) => run.includes(experiment)).length,
    all: own.length,
  };
}
