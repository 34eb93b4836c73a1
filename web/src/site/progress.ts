// SPDX-License-Identifier: MIT
// The reader's progress: opened lessons, run experiments, and the place where the reader stopped. It is stored only in
// the browser.
import { forget, keep, kept } from '../device/store.ts';
import { lessons } from '../lessons/registry.ts';

const NAME = 'progress';
const PLACE = 'place';

/** The type of the event that an element dispatches after it has changed the stored progress. It bubbles. */
export const PROGRESS_EVENT = 'al-progress';

/** For each opened lesson, by id, the ids of its experiments that the reader has run. */
export type Progress = Readonly<Record<string, readonly string[]>>;

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');

/** Reads the stored progress. Ignores invalid entries. */
export function readProgress(): Progress {
  try {
    const stored: unknown = JSON.parse(kept(NAME) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, names]) => isNames(names)));
  } catch {
    return {};
  }
}

/** Stores that the reader has opened a lesson, or has run one of its experiments. */
export function noteProgress(lesson: string, experiment?: string): void {
  const progress = readProgress();
  const before = progress[lesson] ?? [];
  const added = experiment === undefined || before.includes(experiment) ? [] : [experiment];
  if (lesson in progress && added.length === 0) return;
  keep(NAME, JSON.stringify({ ...progress, [lesson]: [...before, ...added] }));
}

/** The lesson that the reader has not finished, and the step where they stopped. Without `step`, the first step. */
export interface Place {
  readonly lesson: string;
  readonly step?: string;
}

/** Stores the reader's place. Undefined deletes it, at the end of a lesson. */
export function notePlace(place: Place | undefined): void {
  if (place === undefined) forget(PLACE);
  else keep(PLACE, new URLSearchParams({ ...place }).toString());
}

export function readPlace(): Place | undefined {
  const { lesson, step } = Object.fromEntries(new URLSearchParams(kept(PLACE)));
  return lesson === undefined ? undefined : { lesson, ...(step !== undefined && { step }) };
}

export function forgetProgress(): void {
  forget(NAME);
  forget(PLACE);
}

/** The number of claims on a lesson's page Verify that the reader has tested, and the number of all claims. */
export function testedOf(lesson: string, progress: Progress): { tested: number; all: number } {
  const { claims: all = 0 } = lessons.find(({ id }) => id === lesson) ?? {};
  // Stored progress may come from a version of the lesson with more claims.
  return { tested: Math.min(progress[lesson]?.length ?? 0, all), all };
}
