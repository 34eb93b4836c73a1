// SPDX-License-Identifier: MIT
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { proseHead } from './compile-prose.ts';

export interface LessonName {
  readonly title: string;
  readonly summary: string;
}

const CATALOGUE = /[\\/]i18n[\\/]messages[\\/][A-Za-z-]+\.json$/;

/** Folders of pages with a prose file that are not lessons. */
export const PAGES = ['review', 'documents', 'teach'];

/**
 * The prose files of a language, for lessons and other pages: pairs of the folder name and the path. If a page is not
 * translated, the path is that of the English file.
 */
function texts(source: string, language: string): [id: string, file: string][] {
  const lessons = readdirSync(join(source, 'lessons')).map((id) => [id, `lessons/${id}`] as const);
  return [...lessons, ...PAGES.map((id) => [id, id] as const)].flatMap(
    ([id, folder]): [string, string][] => {
      const files = [language, 'en'].map((of) => join(source, folder, `text.${of}.md`));
      const file = files.find(existsSync);
      return file === undefined ? [] : [[id, file]];
    },
  );
}

/** The titles and summaries of all lessons and other pages in a language, by folder name. */
export const lessonNames = (source: string, language: string): Record<string, LessonName> =>
  Object.fromEntries(
    texts(source, language).map(([id, file]) => [
      id,
      proseHead(readFileSync(file, 'utf8'), relative(process.cwd(), file)),
    ]),
  );

/** Adds the titles and summaries of lessons to the messages, so that a page can list lessons without loading them. */
export function withLessonNames(): Plugin {
  return {
    name: 'attention-lab:lesson-names',
    enforce: 'pre',
    transform: {
      filter: { id: CATALOGUE },
      handler(code, id) {
        const source = join(dirname(id), '../..');
        const language = basename(id, '.json');
        for (const [, file] of texts(source, language)) this.addWatchFile(file);
        const lesson = lessonNames(source, language);
        return { code: JSON.stringify({ ...JSON.parse(code), lesson }), map: null };
      },
    },
  };
}
