// SPDX-License-Identifier: MIT
// The pages Verify of lessons. Only the site has them: an embed shows a lesson without its claims.
import type { Prose } from '*.md';
import type { Catalogue } from '../i18n/catalogue.ts';
import { loadFile } from '../i18n/load-file.ts';
import type { Lesson, LessonEntry } from './lesson.ts';

const modules = import.meta.glob<{ lesson: Lesson<unknown> }>('./*/verify/verify.ts');
const texts = import.meta.glob<{ default: Prose; messages: Catalogue }>('./*/verify/text.*.md');
/** The sections that all pages Verify share. */
const shared = import.meta.glob<Prose>('../lesson/text.*.md', { import: 'default' });

/** The entry of a lesson's page Verify, with the files of that page. */
export function verifyEntry(entry: LessonEntry): LessonEntry {
  const folder = `./${entry.id}/verify`;
  return {
    ...entry,
    load: async () => (await loadFile(modules, `${folder}/verify.ts`)).lesson,
    messages: async (language) => (await loadFile(texts, `${folder}/text.${language}.md`)).messages,
    prose: async (language) => {
      const [own, { sections }] = await Promise.all([
        loadFile(texts, `${folder}/text.${language}.md`),
        loadFile(shared, `../lesson/text.${language}.md`),
      ]);
      return { ...own.default, sections: { ...own.default.sections, ...sections } };
    },
  };
}
