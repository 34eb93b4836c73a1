// SPDX-License-Identifier: MIT
import type { Language } from './languages.ts';

/** Something that exists once a language, such as a lesson's prose. `value` changes together with the language. */
export interface Resource<T> {
  readonly value: T;
  /** Ends its part in language switches. */
  release(): void;
}

/** One resource's loader and what it has loaded. */
export interface LanguageStore<T> {
  load(language: Language): Promise<T>;
  has(language: Language): boolean;
  get(language: Language): T;
}

/** Loads each language once; a failed load is forgotten, so that it can be tried again. */
export function createLanguageStore<T>(
  loader: (language: Language) => Promise<T>,
): LanguageStore<T> {
  const loading = new Map<Language, Promise<T>>();
  const loaded = new Map<Language, T>();

  async function start(language: Language): Promise<T> {
    try {
      const value = await loader(language);
      loaded.set(language, value);
      return value;
    } catch (error) {
      loading.delete(language);
      throw error;
    }
  }

  return {
    load(language) {
      const pending = loading.get(language) ?? start(language);
      loading.set(language, pending);
      return pending;
    },
    has: (language) => loaded.has(language),
    get(language) {
      if (!loaded.has(language)) throw new Error(`the resource is not loaded in ${language}`);
      return loaded.get(language) as T;
    },
  };
}
