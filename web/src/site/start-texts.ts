// SPDX-License-Identifier: MIT
import { createI18n, type I18n } from '../i18n/i18n.ts';
import { type Language, languages } from '../i18n/languages.ts';
import type { Digits } from '../i18n/number-format.ts';

/**
 * Loads the texts in the wanted language, or in another one if that fails, so that the page can at least be used.
 * @throws if the texts cannot be loaded in any language
 */
export async function startTexts(wanted: Language, digits: Digits): Promise<I18n> {
  let failure: unknown;
  for (const language of new Set([wanted, ...languages])) {
    try {
      return await createI18n(language, digits);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
