// SPDX-License-Identifier: MIT
// The worksheets of the lessons: a page of each lesson with questions on paper. Only the site has them.
import type { Prose } from '*.md';
import type { Catalogue } from '../i18n/catalogue.ts';
import type { I18n } from '../i18n/i18n.ts';
import { loadFile } from '../i18n/load-file.ts';
import type { LessonEntry } from '../lessons/lesson.ts';
import { lessons } from '../lessons/registry.ts';
import { review } from '../review/lesson-entry.ts';
import { type Task, TEXTS } from './task.ts';

const sheets = import.meta.glob<{ sheet: readonly Task[] }>('./sheets/*.ts');
const texts = import.meta.glob<{ default: Prose; messages: Catalogue }>('./text.*.md');

/** The lessons with a worksheet. */
export const sheetLessons = lessons.filter(({ id }) => `./sheets/${id}.ts` in sheets);

/** The entry of a lesson's worksheet. Its questions need the whole engine. */
export const worksheetEntry = (entry: LessonEntry): LessonEntry => ({
  ...entry,
  trains: true,
  isBeside: true,
  load: async () => {
    const [{ worksheetOf }, { sheet }] = await Promise.all([
      import('./lesson.ts'),
      loadFile(sheets, `./sheets/${entry.id}.ts`),
    ]);
    return worksheetOf(entry.id, sheet);
  },
  messages: async (language) => (await loadFile(texts, `./text.${language}.md`)).messages,
  prose: async (language) => (await loadFile(texts, `./text.${language}.md`)).default,
});

/** Loads the catalogues of all questions: those of worksheets, and those of the review. */
export const loadTexts = (i18n: I18n): Promise<unknown> =>
  Promise.all([
    i18n.addCatalogue('review', review.messages),
    i18n.addCatalogue(
      TEXTS,
      async (language) => (await loadFile(texts, `./text.${language}.md`)).messages,
    ),
  ]);
