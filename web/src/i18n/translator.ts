// SPDX-License-Identifier: MIT
import { createInstance, type i18n as Instance } from 'i18next';
import type { Language } from './languages.ts';
import type { Formatter } from './numbers.ts';

/**
 * An i18next instance of its own, which only fills in texts: each call says the language.
 * @param formatter  writes the numbers among the placeholders
 */
export function createTranslator(formatter: (language: Language) => Formatter): Instance {
  const instance = createInstance();
  void instance.init({
    initAsync: false,
    showSupportNotice: false,
    resources: {},
    fallbackLng: false,
    load: 'currentOnly',
    nsSeparator: false,
    interpolation: {
      // Lit escapes what it inserts.
      escapeValue: false,
      alwaysFormat: true,
      format: (value: unknown, _, language) => writeValue(value, formatter(language as Language)),
    },
  });
  return instance;
}

function writeValue(value: unknown, formatter: Formatter): string {
  if (typeof value !== 'number') return String(value);
  return Number.isInteger(value) ? formatter.integer(value) : formatter.number(value);
}
