// SPDX-License-Identifier: MIT
import { grammar as english } from './english.ts';
import type { Grammar } from './grammar.ts';
import { grammar as simplifiedChinese } from './simplified-chinese.ts';
import { grammar as traditionalChinese } from './traditional-chinese.ts';

/** Languages that have a grammar, by their BCP 47 tags. */
export const SENTENCE_LANGUAGES = ['en', 'zh-Hans', 'zh-Hant'] as const;
export type SentenceLanguage = (typeof SENTENCE_LANGUAGES)[number];

const GRAMMARS: Readonly<Record<SentenceLanguage, Grammar>> = {
  en: english,
  'zh-Hans': simplifiedChinese,
  'zh-Hant': traditionalChinese,
};

/** The language of the list that has a grammar for `tag`: English where none has. */
export const sentenceLanguage = (tag: string): SentenceLanguage =>
  SENTENCE_LANGUAGES.find((language) => language === tag) ?? 'en';

export const grammarOf = (tag: string): Grammar => GRAMMARS[sentenceLanguage(tag)];
