// SPDX-License-Identifier: MIT
import type { Catalogue, MessageKey, MessageParams, Translate } from './catalogue.ts';
import { directionOf, type Language, sharedCatalogues } from './languages.ts';
import { loadFile } from './load-file.ts';
import type sharedMessages from './messages/en.json';
import { createFormatter, type Digits, type Formatter, USUAL_DIGITS } from './number-format.ts';
import { createLanguageStore, type Resource } from './resources.ts';
import { createTranslator } from './translator.ts';

export type SharedKey = MessageKey<typeof sharedMessages>;

/** Loads a catalogue of messages in a language. Resolves to a module, as `import(...)` does, or to the JSON itself. */
export type CatalogueLoader = (
  language: Language,
) => Promise<Catalogue | { readonly default: Catalogue }>;

/** The texts and number formats of one page or embed, in one language at a time. */
export interface I18n extends Formatter {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  /** The number of digits with which `result` formats computed numbers. */
  readonly digits: Digits;
  /** Returns a text of the shared catalogue of messages, which all pages use. */
  readonly t: Translate<SharedKey>;
  /** Returns the lookup of a catalogue that `addCatalogue` has loaded. `Messages`: type of its English JSON file. */
  translator<Messages>(namespace: string): Translate<MessageKey<Messages>>;
  /**
   * Loads a catalogue of messages, for example of a lesson: now in the current language, and later in each language
   * that the reader chooses. A repeated call for the same namespace has no effect.
   */
  addCatalogue(namespace: string, load: CatalogueLoader): Promise<void>;
  /** Loads a value for each language, such as a lesson's text. `value` of the resource follows the current language. */
  addResource<T>(load: (language: Language) => Promise<T>): Promise<Resource<T>>;
  /**
   * Loads the missing catalogues and resources in a language, then changes the language of all texts at once. If this
   * method is called again before it is done, the last call determines the language. If a load fails, the promise
   * rejects and the language does not change.
   */
  setLanguage(language: Language): Promise<void>;
  setDigits(digits: Digits): void;
  /** Calls `listener` after each change of the language or the number of digits. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** The texts for a part of a page that is in `language`: `page` if the page has this language, otherwise new texts. */
export async function partIn(language: Language, page: I18n): Promise<I18n> {
  if (language === page.language) return page;
  const part = await createI18n(language, page.digits);
  page.subscribe(() => part.setDigits(page.digits));
  return part;
}

const SHARED = 'shared';

/** Creates the texts of a page or embed. Several embeds in one page can have different languages. */
export async function createI18n(
  startLanguage: Language,
  startDigits: Digits = USUAL_DIGITS,
): Promise<I18n> {
  const resources = new Set<ReturnType<typeof createLanguageStore>>();
  const listeners = new Set<() => void>();
  const formatters = new Map<Language, Formatter>();
  const fixedTexts = new Map<string, string>();
  const catalogues = new Map<string, Promise<unknown>>();
  const translator = createTranslator(formatter);
  let language = startLanguage;
  let wanted = startLanguage;
  let digits = startDigits;

  function formatter(of: Language = language): Formatter {
    const found = formatters.get(of) ?? createFormatter(of, () => digits, directionOf(of));
    formatters.set(of, found);
    return found;
  }

  function translate(namespace: string, key: string, params?: MessageParams): string {
    if (!translator.has(language, namespace))
      throw new Error(`catalogue "${namespace}" is not loaded`);
    if (params !== undefined) return translator.text(language, namespace, key, params);
    // Texts without parameters are cached, because during a drag the page looks up all of them in every frame.
    const place = `${language} ${namespace} ${key}`;
    const text = fixedTexts.get(place) ?? translator.text(language, namespace, key);
    fixedTexts.set(place, text);
    return text;
  }

  async function addResource<T>(load: (language: Language) => Promise<T>): Promise<Resource<T>> {
    const store = createLanguageStore(load);
    resources.add(store);
    try {
      await store.load(language);
    } catch (error) {
      resources.delete(store);
      throw error;
    }
    return {
      get value() {
        return store.get(language);
      },
      release: () => void resources.delete(store),
    };
  }

  async function addCatalogue(namespace: string, load: CatalogueLoader): Promise<void> {
    const added =
      catalogues.get(namespace) ??
      addResource(async (of) => {
        const loaded = await load(of);
        translator.add(of, namespace, isModule(loaded) ? loaded.default : loaded);
      });
    catalogues.set(namespace, added);
    await added.catch((error) => {
      catalogues.delete(namespace);
      throw error;
    });
  }

  async function setLanguage(next: Language): Promise<void> {
    wanted = next;
    // Another resource may be added during the load, so the loop repeats until all resources have the language.
    for (;;) {
      const missing = Array.from(resources).filter((store) => !store.has(next));
      if (missing.length === 0) break;
      await Promise.all(missing.map((store) => store.load(next)));
    }
    if (wanted !== next || language === next) return;
    language = next;
    tell();
  }

  function tell(): void {
    for (const listener of [...listeners]) listener();
  }

  await addCatalogue(SHARED, (of) => loadFile(sharedCatalogues, `./messages/${of}.json`));
  return {
    get language() {
      return language;
    },
    get direction() {
      return directionOf(language);
    },
    get digits() {
      return digits;
    },
    t: (key, params) => translate(SHARED, key, params),
    translator: (namespace) => (key, params) => translate(namespace, key, params),
    addCatalogue,
    addResource,
    setLanguage,
    setDigits(next) {
      digits = next;
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    number: (value, style) => formatter().number(value, style),
    result: (value, usual) => formatter().result(value, usual),
    apart: (one, other, usual) => formatter().apart(one, other, usual),
    full: (value) => formatter().full(value),
    integer: (value) => formatter().integer(value),
    percent: (value, decimals) => formatter().percent(value, decimals),
    typed: (value) => formatter().typed(value),
    read: (text) => formatter().read(text),
    list: (items) => formatter().list(items),
  };
}

function isModule(
  loaded: Catalogue | { readonly default: Catalogue },
): loaded is { readonly default: Catalogue } {
  return typeof loaded.default === 'object';
}
