// SPDX-License-Identifier: MIT
import type { Catalogue } from '../i18n/catalogue.ts';
import type { Language } from '../i18n/languages.ts';
import { loadWritten, writtenIn } from '../i18n/load-file.ts';
import type messages from './messages.en.json';

export type Texts = typeof messages;

export const STATEMENTS = 'statements';

const FILES = import.meta.glob<{ default: Catalogue }>('./statements.*.json');

const pathIn = (language: Language) => `./statements.${language}.json`;

export const statementsIn = (language: Language): Language => writtenIn(FILES, language, pathIn);

/** Loads the statements of the five source documents, paraphrased in a language. */
export const loadStatements = (language: Language) => loadWritten(FILES, language, pathIn);
