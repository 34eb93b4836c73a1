// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isPartial } from '../../../web/build/with-english.ts';
import { type Language, languages } from '../../../web/src/i18n/languages.ts';

const web = new URL('../../../web/', import.meta.url);

/** A file of the site: its path below `web/`, with forward slashes, and its text. */
export interface SiteFile {
  readonly path: string;
  readonly text: string;
}

/** The languages that must have all texts. */
export const complete: readonly Language[] = languages.filter(
  (language) =>
    !isPartial(
      JSON.parse(readFileSync(new URL(`src/i18n/messages/${language}.json`, web), 'utf8')),
    ),
);

/** The files below `web/` whose path matches, sorted by path. */
export function siteFiles(pattern: RegExp): SiteFile[] {
  return readdirSync(fileURLToPath(web), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => pattern.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(new URL(path, web), 'utf8') }));
}

/**
 * The texts of files that exist once for each language: by the common part of their paths, then by language.
 * @param pattern  has two groups: the common part of the path, and the language
 * @throws Error for a file in a language that the site does not have
 */
export function languageSets(pattern: RegExp): Map<string, Partial<Record<Language, string>>> {
  const sets = new Map<string, Partial<Record<Language, string>>>();
  for (const { path, text } of siteFiles(pattern)) {
    const [, name = '', tag] = pattern.exec(path) ?? [];
    const language = languages.find((known) => known === tag);
    if (!language)
      throw new Error(`${path}: expected one of the languages ${languages.join(', ')}`);
    sets.set(name, { ...sets.get(name), [language]: text });
  }
  return sets;
}
