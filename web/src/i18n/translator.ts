// SPDX-License-Identifier: MIT
import type { Catalogue, MessageParams } from './catalogue.ts';
import type { Language } from './languages.ts';
import type { Formatter } from './number-format.ts';

const PLACEHOLDER = /\{\{\s*([^}\s]+)\s*\}\}/g;

/**
 * Stores texts by language, namespace (the name of a catalogue of messages) and key, and fills in their placeholders.
 * @param formatter  formats numbers that are inserted into placeholders
 */
export function createTranslator(formatter: (language: Language) => Formatter) {
  const catalogues = new Map<string, ReadonlyMap<string, string>>();
  const plurals = new Map<Language, Intl.PluralRules>();
  const place = (language: Language, namespace: string) => `${language} ${namespace}`;

  function pluralOf(language: Language, count: number): Intl.LDMLPluralRule {
    const rules = plurals.get(language) ?? new Intl.PluralRules(language);
    plurals.set(language, rules);
    return rules.select(count);
  }

  return {
    add: (language: Language, namespace: string, catalogue: Catalogue) =>
      void catalogues.set(place(language, namespace), flat(catalogue)),
    has: (language: Language, namespace: string) => catalogues.has(place(language, namespace)),
    /** @returns the text with placeholders filled in, or the key itself if the catalogue lacks it */
    text(language: Language, namespace: string, key: string, params: MessageParams = {}): string {
      const texts = catalogues.get(place(language, namespace));
      const { count } = params;
      const plural =
        typeof count === 'number' ? texts?.get(`${key}_${pluralOf(language, count)}`) : undefined;
      // An untranslated message is in English, so it can lack the plural form of another language.
      const text = plural ?? texts?.get(key) ?? texts?.get(`${key}_other`) ?? key;
      return text.replace(PLACEHOLDER, (whole, name: string) => {
        const value = params[name];
        return value === undefined ? whole : written(value, formatter(language));
      });
    },
  };
}

function flat(catalogue: Catalogue, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(catalogue).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value]] : [...flat(value, `${prefix}${key}.`)],
    ),
  );
}

function written(value: string | number, formatter: Formatter): string {
  if (typeof value !== 'number') return value;
  return Number.isInteger(value) ? formatter.integer(value) : formatter.number(value);
}
