// SPDX-License-Identifier: MIT
import type { LessonEntry } from '../lessons/lesson.ts';

const messages = {
  en: () => import('./messages.en.json'),
  'zh-Hans': () => import('./messages.zh-Hans.json'),
  'zh-Hant': () => import('./messages.zh-Hant.json'),
};

const prose = {
  en: () => import('./text.en.md'),
  'zh-Hans': () => import('./text.zh-Hans.md'),
  'zh-Hant': () => import('./text.zh-Hant.md'),
};

/** The page of the ledger, as a stop of the walk. */
export const documents = {
  id: 'documents',
  load: async () => (await import('./lesson.ts')).lesson,
  messages: (language) => messages[language](),
  prose: async (language) => (await prose[language]()).default,
} as const satisfies LessonEntry;
