// SPDX-License-Identifier: MIT
// All lessons: every folder with a lesson.json, in the order that this file gives.
import type { Prose } from '*.md';
import type { TemplateResult } from 'lit';
import type { Engine } from '../engine/index.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import { loadFile } from '../i18n/load-file.ts';
import type { Lesson, LessonEntry } from './lesson.ts';

const orders = import.meta.glob<number>('./*/lesson.json', { eager: true, import: 'order' });
const modules = import.meta.glob<{ lesson: Lesson<unknown> }>('./*/lesson.ts');
const previews = import.meta.glob<{ renderPreview: (engine: Engine) => TemplateResult }>(
  './*/preview.ts',
);
const messages = import.meta.glob<{ default: Catalogue }>('./*/messages.*.json');
const prose = import.meta.glob<{ default: Prose }>('./*/text.*.md');

function entry(id: string): LessonEntry {
  const preview = previews[`./${id}/preview.ts`];
  return {
    id,
    load: async () => (await loadFile(modules, `./${id}/lesson.ts`)).lesson,
    messages: (language) => loadFile(messages, `./${id}/messages.${language}.json`),
    prose: async (language) => (await loadFile(prose, `./${id}/text.${language}.md`)).default,
    ...(preview ? { preview: async () => (await preview()).renderPreview } : {}),
  };
}

export const lessons: readonly LessonEntry[] = Object.entries(orders)
  .toSorted(([, one], [, other]) => one - other)
  .map(([path]) => entry(path.split('/')[1] ?? ''));
