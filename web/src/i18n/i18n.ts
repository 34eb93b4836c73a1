// SPDX-License-Identifier: MIT
import type { Catalogue, MessageKey, MessageParams, Translate } from './catalogue.ts';
import { directionOf, type Language, sharedCatalogues } from './languages.ts';
import { loadFile } from './load-file.ts';
import type sharedMessages from './messages/en.json';
import { createFormatter, type Digits, type Formatter, USUAL_DIGITS } from './numbers.ts';
import { createLanguageStore, type LanguageStore, type Resource } from './resources.ts';
import { createTranslator } from './translator.ts';

export type SharedKey = MessageKey<typeof sharedMessages>;

/** Gives a catalogue in a language: `(language) => import(...)`, or the JSON itself. */
export type CatalogueLoader = (
  language: Language,
) => Promise<Catalogue | { readonly default: Catalogue }>;

/** One language at a time for one page or one embed. `number`, `integer`, `percent` and `list` follow the language. */
export interface I18n extends Formatter {
  readonly language: Language;
  /** Which way its lines run. */
  readonly direction: 'ltr' | 'rtl';
  /** How many digits `result` shows. */
  readonly digits: Digits;
  /** A text of the shared catalogue. */
  readonly t: Translate<SharedKey>;
  /** The texts of a catalogue that `addCatalogue` has loaded; `Messages` is the type of its English JSON. */
  translator<Messages>(namespace: string): Translate<MessageKey<Messages>>;
  /** Loads a lesson's catalogue in the present language, and from then on with every switch. Adding twice is adding once. */
  addCatalogue(namespace: string, load: CatalogueLoader): Promise<void>;
  /** Loads anything else that exists once a language; its value changes together with the language. */
  addResource<T>(load: (language: Language) => Promise<T>): Promise<Resource<T>>;
  /**
   * Loads what is missing, then switches everything at once; of two calls the last wins.
   * Where a load fails the promise rejects and the old language stays.
   */
  setLanguage(language: Language): Promise<void>;
  /** Shows all results anew with so many digits. */
  setDigits(digits: Digits): void;
  /** Calls back after every switch of language or digits, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

const SHARED = 'shared';

/** The texts and number formats of one page or embed, with the shared catalogue loaded. Several can live on one page. */
export async function createI18n(
  startLanguage: Language,
  startDigits: Digits = USUAL_DIGITS,
): Promise<I18n> {
  const resources = new Set<LanguageStore<unknown>>();
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
    // Most texts have nothing to fill in, and a drag asks for all of them with every frame.
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
    // A resource may join while others load, so look again until none lacks the language.
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
    list: (items) => formatter().list(items),
  };
}

function isModule(
  loaded: Catalogue | { readonly default: Catalogue },
): loaded is { readonly default: Catalogue } {
  return typeof loaded.default === 'object';
}
