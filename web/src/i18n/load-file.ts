// SPDX-License-Identifier: MIT
import type { Language } from './languages.ts';

type Files<T> = Readonly<Record<string, () => Promise<T>>>;

/** Loads a file that `import.meta.glob` found. Rejects with an Error if there is no file with this path. */
export function loadFile<T>(files: Files<T>, path: string): Promise<T> {
  const load = files[path];
  return load === undefined ? Promise.reject(new Error(`${path} is missing`)) : load();
}

export type PathIn = (language: Language) => string;

/** The language of the file that a reader gets: `language` if it has a file, otherwise English, which has all files. */
export const writtenIn = (
  files: Readonly<Record<string, unknown>>,
  language: Language,
  path: PathIn,
): Language => (path(language) in files ? language : 'en');

/** Loads the file of a language, or the English one if the language has none. */
export const loadWritten = <T>(files: Files<T>, language: Language, path: PathIn): Promise<T> =>
  loadFile(files, path(writtenIn(files, language, path)));
