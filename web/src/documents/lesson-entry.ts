// SPDX-License-Identifier: MIT
import { entryTexts, type TextFile } from '../lessons/entry-texts.ts';
import type { LessonEntry } from '../lessons/lesson.ts';

/** The page of the ledger (the source documents' statements with their verdicts), as an entry of the site's list. */
export const documents = {
  id: 'documents',
  load: async () => (await import('./lesson.ts')).lesson,
  ...entryTexts(import.meta.glob<TextFile>('./text.*.md'), (language) => `./text.${language}.md`),
} as const satisfies LessonEntry;
