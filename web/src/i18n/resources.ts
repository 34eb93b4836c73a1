// SPDX-License-Identifier: MIT
import type { Language } from './languages.ts';

/** A value that exists in each language, such as the text of a lesson. `value` is in the current language. */
export interface Resource<T> {
  readonly value: T;
  /** Stops updating the value when the language changes. */
  release(): void;
}

/** Creates a store that loads a resource once per language. A failed load is not stored, so a later call retries. */
export function createLanguageStore<T>(loader: (language: Language) => Promise<T>) {
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
    load(language: Language): Promise<T> {
      const pending = loading.get(language) ?? start(language);
      loading.set(language, pending);
      return pending;
    },
    has: (language: Language) => loaded.has(language),
    get(language: Language): T {
      if (!loaded.has(language)) throw new Error(`the resource is not loaded in ${language}`);
      return loaded.get(language) as T;
    },
  };
}
