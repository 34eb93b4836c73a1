// SPDX-License-Identifier: MIT
import { entryTexts, type TextFile } from '../lessons/entry-texts.ts';
import type { LessonEntry } from '../lessons/lesson.ts';

/** The review (the page after the last lesson), as an entry in the site's list of pages. */
export const review = {
  id: 'review',
  sentences: true,
  load: async () => (await import('./lesson.ts')).lesson,
  ...entryTexts(import.meta.glob<TextFile>('./text.*.md'), (language) => `./text.${language}.md`),
} as const satisfies LessonEntry;
