// SPDX-License-Identifier: MIT
// The walk's lessons, in their order. A lesson is here once it is built.
import type { Prose } from '*.md';
import type { Catalogue } from '../i18n/catalogue.ts';
import { loadFile } from '../i18n/load-file.ts';
import type { LessonEntry } from './lesson.ts';

const messages = import.meta.glob<{ default: Catalogue }>('./*/messages.*.json');
const prose = import.meta.glob<{ default: Prose }>('./*/text.*.md');

function entry<Id extends string>(id: Id, load: LessonEntry['load']): LessonEntry & { id: Id } {
  return {
    id,
    load,
    messages: (language) => loadFile(messages, `./${id}/messages.${language}.json`),
    prose: async (language) => (await loadFile(prose, `./${id}/text.${language}.md`)).default,
  };
}

export const lessons = [
  {
    ...entry(
      'kernel-regression',
      async () => (await import('./kernel-regression/lesson.ts')).lesson,
    ),
    preview: async () => (await import('./kernel-regression/preview.ts')).renderPreview,
  },
  entry('softmax', async () => (await import('./softmax/lesson.ts')).lesson),
  entry('similarity', async () => (await import('./similarity/lesson.ts')).lesson),
  entry('scaling', async () => (await import('./scaling/lesson.ts')).lesson),
  entry('scoring', async () => (await import('./scoring/lesson.ts')).lesson),
  entry('masking', async () => (await import('./masking/lesson.ts')).lesson),
  entry('query-key', async () => (await import('./query-key/lesson.ts')).lesson),
  entry('multi-head', async () => (await import('./multi-head/lesson.ts')).lesson),
  entry('cost', async () => (await import('./cost/lesson.ts')).lesson),
] as const satisfies readonly LessonEntry[];
