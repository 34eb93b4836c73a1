// SPDX-License-Identifier: MIT
// The pages Verify of lessons. Only the site has them: an embed shows a lesson without its claims.
import type { Prose } from '*.md';
import { loadFile, loadWritten } from '../i18n/load-file.ts';
import { entryTexts, type TextFile } from './entry-texts.ts';
import type { Lesson, LessonEntry } from './lesson.ts';

const modules = import.meta.glob<{ lesson: Lesson<unknown> }>('./*/verify/verify.ts');
const texts = import.meta.glob<TextFile>('./*/verify/text.*.md');
/** The sections that all pages Verify share. */
const shared = import.meta.glob<Prose>('../lesson/text.*.md', { import: 'default' });

export function verifyEntry(entry: LessonEntry): LessonEntry {
  const folder = `./${entry.id}/verify`;
  const own = entryTexts(texts, (language) => `${folder}/text.${language}.md`);
  return {
    ...entry,
    load: async () => (await loadFile(modules, `${folder}/verify.ts`)).lesson,
    ...own,
    prose: async (language) => {
      const [prose, { sections }] = await Promise.all([
        own.prose(language),
        loadWritten(shared, language, (of) => `../lesson/text.${of}.md`),
      ]);
      return { ...prose, sections: { ...prose.sections, ...sections } };
    },
  };
}
