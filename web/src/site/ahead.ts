// SPDX-License-Identifier: MIT
import type { Language } from '../i18n/languages.ts';
import type { LessonEntry } from '../lessons/lesson.ts';
import type { Place } from '../state/place.ts';
import { stops } from './stops.ts';

/**
 * Starts to load the modules and texts of a page early, before the components that show them are loaded. For the home
 * page, these are the preview and the texts of the first lesson.
 */
export function askAhead({ lesson }: Place, language: Language): void {
  const entry = stops.find(({ id }) => id === lesson);
  const first = stops[0] as LessonEntry;
  const parts: (Promise<unknown> | undefined)[] = entry
    ? [entry.load(), entry.messages(language), entry.prose(language)]
    : [first.preview?.(), first.messages(language)];
  // Errors are ignored here. The component that needs the module imports it again and reports the failure.
  for (const part of parts) part?.catch(() => {});
}
