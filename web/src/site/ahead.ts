// SPDX-License-Identifier: MIT
import type { Language } from '../i18n/languages.ts';
import type { LessonEntry } from '../lessons/lesson.ts';
import type { Place } from '../state/place.ts';
import { stops } from './stops.ts';

/** Asks for what a place will need before anything is there that could show it. */
export function askAhead({ lesson }: Place, language: Language): void {
  const entry = stops.find(({ id }) => id === lesson);
  const first = stops[0] as LessonEntry;
  const parts: (Promise<unknown> | undefined)[] = entry
    ? [entry.load(), entry.messages(language), entry.prose(language)]
    : [first.preview?.(), first.messages(language)];
  // Whoever needs a part asks again, and says so where it cannot be had.
  for (const part of parts) part?.catch(() => {});
}
