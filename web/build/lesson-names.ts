// SPDX-License-Identifier: MIT
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { proseHead } from './compile-prose.ts';

/** The title of a lesson, and a summary of one sentence. */
export interface LessonName {
  readonly title: string;
  readonly summary: string;
}

const CATALOGUE = /[\\/]i18n[\\/]messages[\\/][A-Za-z-]+\.json$/;

/** The text files of a language, by the names of their folders: those of the lessons, and those of the documents. */
function texts(source: string, language: string): [id: string, file: string][] {
  const lessons = readdirSync(join(source, 'lessons')).map((id) => [id, `lessons/${id}`] as const);
  return [...lessons, ['documents', 'documents'] as const]
    .map(([id, folder]): [string, string] => [id, join(source, folder, `text.${language}.md`)])
    .filter(([, file]) => existsSync(file));
}

/** The titles and summaries of all lessons in a language, from their text files. */
export const lessonNames = (source: string, language: string): Record<string, LessonName> =>
  Object.fromEntries(
    texts(source, language).map(([id, file]) => [
      id,
      proseHead(readFileSync(file, 'utf8'), relative(process.cwd(), file)),
    ]),
  );

/** Adds the lesson names to the shared catalogue, so that a page can list lessons without loading them. */
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
