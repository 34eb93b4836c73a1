// SPDX-License-Identifier: MIT
import { entryTexts, type TextFile } from '../lessons/entry-texts.ts';
import type { LessonEntry } from '../lessons/lesson.ts';

const texts = import.meta.glob<TextFile>('./text.*.md');

/** The page for teachers, as an entry in the site's list of pages. */
export const teach = {
  id: 'teach',
  isBeside: true,
  load: async () => (await import('./lesson.ts')).lesson,
  ...entryTexts(texts, (language) => `./text.${language}.md`),
} as const satisfies LessonEntry;
