// SPDX-License-Identifier: MIT
import type { Language } from '../i18n/languages.ts';
import type { LessonEntry } from '../lessons/lesson.ts';

/**
 * Starts to load the modules and texts of a page early, before the components that show them are loaded. The home page
 * has none of its own.
 */
export function askAhead(entry: LessonEntry | undefined, language: Language): void {
  if (entry === undefined) return;
  // Errors are ignored here. The component that needs the module imports it again and reports the failure.
  for (const part of [entry.load(), entry.messages(language), entry.prose(language)])
    part.catch(() => {});
}
