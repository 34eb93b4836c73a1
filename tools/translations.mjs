// SPDX-License-Identifier: MIT
// Lists the texts that a language lacks. The pages show these in English (web/build/with-english.ts).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, ROOT } from './process.mjs';

const SOURCE = join(ROOT, 'web/src');
const SHARED = 'i18n/messages';
const ENGLISH = /^(.*[./\\])en(\.json|\.md)$/;
/** Folders with texts that belong to a trained model, not to the pages. */
const MODELS = /^engine[/\\]/;
const PLURAL = /_(?:zero|one|two|few|many|other)$/;
const SECTION = /^## .*\{#([a-z0-9-]+)\}$/gm;

/** @typedef {{file: string, missing: string[] | 'all'}} Gap  a file of a language, and the keys or sections that it lacks */

/** @param {string} path @returns {Record<string, unknown>} */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/**
 * The languages of the site. In a partial language, the shared messages have the entry `partial`; it may lack texts.
 * @param {string} [source]  the folder of the site's sources
 */
export const languagesOf = (source = SOURCE) =>
  readdirSync(join(source, SHARED)).map((file) => ({
    language: file.replace('.json', ''),
    isPartial: 'partial' in readJson(join(source, SHARED, file)),
  }));

export const completeLanguages = () =>
  languagesOf().flatMap(({ language, isPartial }) => (isPartial ? [] : [language]));

/**
 * The keys of a catalogue, such as `site.name`, without the suffixes of plural forms, such as `_one`.
 * @param {Record<string, unknown>} catalogue
 * @param {string} prefix
 * @returns {string[]}
 */
const keysOf = (catalogue, prefix = '') =>
  Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? keysOf(/** @type {Record<string, unknown>} */ (value), `${prefix}${key}.`)
      : [(prefix + key).replace(PLURAL, '')],
  );

/** The keys of a catalogue, or the ids of the sections of a prose file. @param {string} path */
const partsOf = (path) =>
  path.endsWith('.json')
    ? keysOf(readJson(path))
    : Array.from(readFileSync(path, 'utf8').matchAll(SECTION), ([, id = '']) => id);

/**
 * The files that are missing or incomplete in a language, sorted by path.
 * @param {string} language
 * @param {string} [source]  the folder of the site's sources
 * @returns {Gap[]}
 */
export function gapsOf(language, source = SOURCE) {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).sort();
  /** @type {Gap[]} */
  const gaps = [];
  for (const name of files) {
    const [, stem, kind] = ENGLISH.exec(name) ?? [];
    if (stem === undefined || MODELS.test(name)) continue;
    const file = `${stem}${language}${kind}`;
    if (!existsSync(join(source, file))) {
      gaps.push({ file, missing: 'all' });
      continue;
    }
    const own = new Set(partsOf(join(source, file)));
    const missing = [...new Set(partsOf(join(source, name)))].filter((part) => !own.has(part));
    if (missing.length > 0) gaps.push({ file, missing });
  }
  return gaps;
}

/** @param {Gap} gap */
const lineOf = ({ file, missing }) =>
  missing === 'all' ? `  ${file}` : `  ${file}: ${missing.join(', ')}`;

/**
 * Prints the texts that partial languages lack.
 * @throws {Failure} if another language lacks a text
 */
export function checkTranslations() {
  /** @type {string[]} */
  const faults = [];
  for (const { language, isPartial } of languagesOf()) {
    const gaps = gapsOf(language);
    if (gaps.length === 0) continue;
    const list = [`${language} lacks, below web/src:`, ...gaps.map(lineOf)].join('\n');
    if (isPartial) console.log(list);
    else faults.push(list);
  }
  if (faults.length > 0) throw new Failure(faults.join('\n'));
}
