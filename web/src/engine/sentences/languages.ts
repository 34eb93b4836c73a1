// SPDX-License-Identifier: MIT

/** The BCP 47 tags of the languages for which this folder has a grammar that generates sentences. */
export const SENTENCE_LANGUAGES = ['en', 'zh-Hans', 'zh-Hant'] as const;
export type SentenceLanguage = (typeof SENTENCE_LANGUAGES)[number];

/** Returns `tag` if there is a grammar for this language, otherwise `en`. */
export const sentenceLanguage = (tag: string): SentenceLanguage =>
  SENTENCE_LANGUAGES.find((language) => language === tag) ?? 'en';
