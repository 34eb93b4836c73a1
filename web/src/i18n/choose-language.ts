// SPDX-License-Identifier: MIT
import { keep, kept } from '../device/store.ts';
import type { Language } from './languages.ts';
import { matchAmong } from './match-language.ts';

const NAME = 'language';

/** The sources of the reader's language. By default, the URL of the page and the browser. */
export interface LanguageSources {
  /** The query of the URL, such as "?lang=zh-TW". */
  readonly search?: string;
  /** The languages that are set in the browser, in order of preference. */
  readonly browser?: readonly string[];
}

/** The initial language of the site: from the URL, else the stored choice, else the browser, else English. */
export function chooseLanguage(
  among: readonly Language[],
  sources: LanguageSources = {},
): Language {
  const { search = location.search, browser = navigator.languages } = sources;
  const candidates = [new URLSearchParams(search).get('lang'), kept(NAME), ...browser];
  for (const tag of candidates) {
    const language = tag ? matchAmong(tag, among) : undefined;
    if (language) return language;
  }
  return 'en';
}

export const storeLanguage = (language: Language): void => keep(NAME, language);
