// SPDX-License-Identifier: MIT
import { grammar as english } from './english.ts';
import type { Grammar } from './grammar.ts';
import { type SentenceLanguage, sentenceLanguage } from './languages.ts';
import { grammar as simplifiedChinese } from './simplified-chinese.ts';
import { grammar as traditionalChinese } from './traditional-chinese.ts';

const GRAMMARS: Readonly<Record<SentenceLanguage, Grammar>> = {
  en: english,
  'zh-Hans': simplifiedChinese,
  'zh-Hant': traditionalChinese,
};

/** The grammar for the language `tag`, or the English one if there is none. */
export const grammarOf = (tag: string): Grammar => GRAMMARS[sentenceLanguage(tag)];
