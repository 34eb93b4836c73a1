// SPDX-License-Identifier: MIT
import type { Prose } from '*.md';
import type { Catalogue } from '../i18n/catalogue.ts';
import { loadFile } from '../i18n/load-file.ts';
import type { LessonEntry } from '../lessons/lesson.ts';

const texts = import.meta.glob<{ default: Prose; messages: Catalogue }>('./text.*.md');

/** The page for teachers, in the form in which the site lists its pages. */
export const teach = {
  id: 'teach',
  isBeside: true,
  load: async () => (await import('./lesson.ts')).lesson,
  messages: async (language) => (await loadFile(texts, `./text.${language}.md`)).messages,
  prose: async (language) => (await loadFile(texts, `./text.${language}.md`)).default,
} as const satisfies LessonEntry;
