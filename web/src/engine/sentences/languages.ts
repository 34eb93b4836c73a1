// SPDX-License-Identifier: MIT
import { grammar as english } from './english.ts';
import type { Grammar } from './grammar.ts';
import { grammar as simplifiedChinese } from './simplified-chinese.ts';
import { grammar as traditionalChinese } from './traditional-chinese.ts';

/** The BCP 47 tags of the languages that have a grammar. */
export const SENTENCE_LANGUAGES = ['en', 'zh-Hans', 'zh-Hant'] as const;
export type SentenceLanguage = (typeof SENTENCE_LANGUAGES)[number];

const GRAMMARS: Readonly<Record<SentenceLanguage, Grammar>> = {
  en: english,
  'zh-Hans': simplifiedChinese,
  'zh-Hant': traditionalChinese,
};

/** The language of the grammar for a page in the language `tag`: this language if it has a grammar, otherwise `en`. */
export const sentenceLanguage = (tag: string): SentenceLanguage =>
  SENTENCE_LANGUAGES.find((language) => language === tag) ?? 'en';

export const grammarOf = (tag: string): Grammar => GRAMMARS[sentenceLanguage(tag)];
