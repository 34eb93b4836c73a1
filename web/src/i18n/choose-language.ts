// SPDX-License-Identifier: MIT
import { keep, kept } from '../device/store.ts';
import { type Language, matchLanguage } from './languages.ts';

const NAME = 'language';

/** Where a reader's language can be read from; the defaults are the page's own. */
export interface LanguageSources {
  /** The query part of the address, "?lang=zh-TW". */
  readonly search?: string;
  /** The browser's preferences, best first. */
  readonly browser?: readonly string[];
}

/** The language to start in: the address, then the stored choice, then the browser, then English. */
export function chooseLanguage(sources: LanguageSources = {}): Language {
  const { search = location.search, browser = navigator.languages } = sources;
  const candidates = [new URLSearchParams(search).get('lang'), kept(NAME), ...browser];
  for (const tag of candidates) {
    const language = tag ? matchLanguage(tag) : undefined;
    if (language) return language;
  }
  return 'en';
}

/** Keeps a reader's choice for the next visit. */
export const storeLanguage = (language: Language): void => keep(NAME, language);
