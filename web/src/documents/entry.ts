// SPDX-License-Identifier: MIT
import type { Prose } from '*.md';
import type { Catalogue } from '../i18n/catalogue.ts';
import { loadFile } from '../i18n/load-file.ts';
import type { LessonEntry } from '../lessons/lesson.ts';

const messages = import.meta.glob<{ default: Catalogue }>('./messages.*.json');
const prose = import.meta.glob<{ default: Prose }>('./text.*.md');

/** The page of the ledger, as a stop of the walk. */
export const documents = {
  id: 'documents',
  load: async () => (await import('./lesson.ts')).lesson,
  messages: (language) => loadFile(messages, `./messages.${language}.json`),
  prose: async (language) => (await loadFile(prose, `./text.${language}.md`)).default,
} as const satisfies LessonEntry;
