// SPDX-License-Identifier: MIT
// All pages that "Next" and "Previous" visit: the lessons in course order, then the review, then the page of the ledger
// (the source documents' statements with their verdicts).
import { nothing } from 'lit';
import { documents } from '../documents/lesson-entry.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { Language } from '../i18n/languages.ts';
import type { LessonEntry } from '../lessons/lesson.ts';
import { lessons } from '../lessons/registry.ts';
import { review } from '../review/lesson-entry.ts';

export const stops: readonly LessonEntry[] = [...lessons, review, documents];

/** The attribute `lang` of a page's title: the language of the page's text, or none if the page is translated. */
export function titleLanguage(entry: LessonEntry, { language }: I18n): Language | typeof nothing {
  const written = entry.writtenIn(language);
  return written === language ? nothing : written;
}
