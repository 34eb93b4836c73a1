// SPDX-License-Identifier: MIT
import type { Prose } from '*.md';
import type { Catalogue } from '../i18n/catalogue.ts';
import { loadWritten, type PathIn, writtenIn } from '../i18n/load-file.ts';
import type { LessonEntry } from './lesson.ts';

/** A compiled prose file, with the catalogue of messages beside it. */
export interface TextFile {
  readonly default: Prose;
  readonly messages: Catalogue;
}

/** The members of an entry that load a page's texts. A language without a file gets the English one. */
export const entryTexts = (
  files: Readonly<Record<string, () => Promise<TextFile>>>,
  path: PathIn,
): Pick<LessonEntry, 'writtenIn' | 'messages' | 'prose'> => ({
  writtenIn: (language) => writtenIn(files, language, path),
  messages: async (language) => (await loadWritten(files, language, path)).messages,
  prose: async (language) => (await loadWritten(files, language, path)).default,
});
