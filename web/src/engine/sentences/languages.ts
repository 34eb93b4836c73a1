// SPDX-License-Identifier: MIT

/** The BCP 47 tags of the languages for which this folder has a grammar, which generates sentences. */
export const SENTENCE_LANGUAGES = ['en', 'zh-Hans', 'zh-Hant'] as const;
export type SentenceLanguage = (typeof SENTENCE_LANGUAGES)[number];

/** The language of the grammar for a page in the language `tag`: this language if it has a grammar, otherwise `en`. */
export const sentenceLanguage = (tag: string): SentenceLanguage =>
  SENTENCE_LANGUAGES.find((language) => language === tag) ?? 'en';
