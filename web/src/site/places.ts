// SPDX-License-Identifier: MIT
import type { LessonEntry } from '../lessons/lesson.ts';
import { verifyEntry } from '../lessons/verify-entry.ts';
import { stops } from './stops.ts';

/**
 * The entry of a page. Undefined for the home page. Entries of pages for teachers are loaded on demand, because they
 * are not part of the course.
 * @param id  the id of the lesson or other page
 */
export async function entryAt(id: string | undefined, view = ''): Promise<LessonEntry | undefined> {
  if (id === 'teach') return (await import('../teach/lesson-entry.ts')).teach;
  const stop = stops.find((one) => one.id === id);
  if (stop === undefined || view === '') return stop;
  return view === 'verify'
    ? verifyEntry(stop)
    : (await import('../worksheet/lesson-entry.ts')).worksheetEntry(stop);
}
