// SPDX-License-Identifier: MIT
// The pages Verify of lessons of scenes. Only the site has them: an embed shows such a lesson without its claims.
import type { Prose } from '*.md';
import type { Catalogue } from '../i18n/catalogue.ts';
import { loadFile } from '../i18n/load-file.ts';
import type { Lesson, LessonEntry } from '../lessons/lesson.ts';

const modules = import.meta.glob<{ lesson: Lesson<unknown> }>('../lessons/*/bench/bench.ts');
const texts = import.meta.glob<{ default: Prose; messages: Catalogue }>(
  '../lessons/*/bench/text.*.md',
);

/** The entry of a page: of a lesson, or of the bench that its page Verify consists of. */
export function entryOf(entry: LessonEntry, view: string): LessonEntry {
  const folder = `../lessons/${entry.id}/bench`;
  if (view !== 'verify' || !(`${folder}/bench.ts` in modules)) return entry;
  return {
    ...entry,
    load: async () => (await loadFile(modules, `${folder}/bench.ts`)).lesson,
    messages: async (language) => (await loadFile(texts, `${folder}/text.${language}.md`)).messages,
    prose: async (language) => (await loadFile(texts, `${folder}/text.${language}.md`)).default,
  };
}
