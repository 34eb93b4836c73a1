// SPDX-License-Identifier: MIT
import { type Language, matchLanguage } from './languages.ts';

const STORAGE_KEY = 'attention-lab.language';

/** Where a reader's language can be read from; the defaults are the page's own. */
export interface LanguageSources {
  /** The query part of the address, "?lang=zh-TW". */
  readonly search?: string;
  /** Gives the store, or throws where the host forbids one. */
  readonly storage?: () => Pick<Storage, 'getItem'>;
  /** The browser's preferences, best first. */
  readonly browser?: readonly string[];
}

/** The language to start in: the address, then the stored choice, then the browser, then English. */
export function chooseLanguage(sources: LanguageSources = {}): Language {
  const {
    search = location.search,
    storage = () => localStorage,
    browser = navigator.languages,
  } = sources;
  const candidates = [new URLSearchParams(search).get('lang'), storedTag(storage), ...browser];
  for (const tag of candidates) {
    const language = tag ? matchLanguage(tag) : undefined;
    if (language) return language;
  }
  return 'en';
}

/** Keeps a reader's choice for the next visit; where the host forbids a store, the choice lasts as long as the page. */
export function storeLanguage(
  language: Language,
  storage: () => Pick<Storage, 'setItem'> = () => localStorage,
): void {
  try {
    storage().setItem(STORAGE_KEY, language);
  } catch {
    // An opaque origin (a sandboxed frame, a file) has no store, and a full one refuses: both are no reason to stop.
  }
}

function storedTag(storage: () => Pick<Storage, 'getItem'>): string | null {
  try {
    return storage().getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
