// SPDX-License-Identifier: MIT
import type { Catalogue, MessageKey, Translate } from '../../i18n/catalogue.ts';
import type { I18n } from '../../i18n/i18n.ts';
import type { Language } from '../../i18n/languages.ts';
import { loadWritten } from '../../i18n/load-file.ts';
import type messages from './messages.en.json';

const HOME = 'home';
const FILES = import.meta.glob<{ default: Catalogue }>('./messages.*.json');

export const loadTexts = (i18n: I18n): Promise<void> =>
  i18n.addCatalogue(HOME, (language: Language) =>
    loadWritten(FILES, language, (of) => `./messages.${of}.json`),
  );

export const texts = (i18n: I18n): Translate<MessageKey<typeof messages>> =>
  i18n.translator<typeof messages>(HOME);
