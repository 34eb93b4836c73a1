// SPDX-License-Identifier: MIT
import type { Language } from '../i18n/languages.ts';
import type messages from './messages.en.json';

export type Texts = typeof messages;

export const STATEMENTS = 'statements';

const LOADERS = {
  en: () => import('./statements.en.json'),
  'zh-Hans': () => import('./statements.zh-Hans.json'),
  'zh-Hant': () => import('./statements.zh-Hant.json'),
};

/** What the documents state, in our own words. */
export const loadStatements = (language: Language) => LOADERS[language]();
