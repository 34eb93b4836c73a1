// SPDX-License-Identifier: MIT
// The worksheets: for each lesson, a page with questions on paper. Only the site has worksheets, embeds have none.
import { loadFile } from '../i18n/load-file.ts';
import type { LessonEntry } from '../lessons/lesson.ts';
import { lessons } from '../lessons/registry.ts';
import type { Task } from './task.ts';
import { ownTexts } from './texts.ts';

const sheets = import.meta.glob<{ sheet: readonly Task[] }>('./sheets/*.ts');

export const sheetLessons = lessons.filter(({ id }) => `./sheets/${id}.ts` in sheets);

/** The list entry of a lesson's worksheet. The questions need the engine with training. */
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
  ...ownTexts,
});
