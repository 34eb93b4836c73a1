// SPDX-License-Identifier: MIT
import type { Catalogue } from './catalogue.ts';
import { matchAmong } from './match-language.ts';
import { ownNames } from './own-names.ts';

/** A BCP 47 language tag, one of `languages`. */
export type Language = string;

/** The catalogues of messages that all pages share. Adding a file adds its language to the site. */
export const sharedCatalogues = import.meta.glob<{ default: Catalogue }>('./messages/*.json');

/** The language tags of the site, English first. */
export const languages: readonly Language[] = Object.keys(sharedCatalogues)
  .map((path) => path.replace(/^.*\/|\.json$/g, ''))
  .sort((a, b) => Number(b === 'en') - Number(a === 'en') || (a < b ? -1 : 1));

declare const __LANGUAGE_NAMES__: Readonly<Record<Language, string>> | undefined;

/** Each language's name in that language. The build computes the names, because `Intl.DisplayNames` starts slowly. */
export const languageNames: Readonly<Record<Language, string>> =
  typeof __LANGUAGE_NAMES__ === 'undefined' ? ownNames(languages) : __LANGUAGE_NAMES__;

/** An abbreviated language name for narrow screens: EN, 简, 繁. */
export const shortName = (language: Language): string => {
  const name = languageNames[language] ?? language;
  return /^\p{Script=Han}/u.test(name)
    ? name.slice(0, 1)
    : new Intl.Locale(language).language.toUpperCase();
};

/** Matches text in the scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{sc=Adlam}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Nko}\p{sc=Hanifi_Rohingya}\p{sc=Syriac}\p{sc=Thaana}]/u;

/**
 * The writing direction of a language. It is derived from the language's name, because Firefox does not support
 * `Intl.Locale.getTextInfo`, and the first call of `Intl.Locale.maximize` is slow.
 */
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.test(languageNames[language] ?? '') ? 'rtl' : 'ltr';

/** The site's language that matches a language tag best. Undefined if none matches. */
export const matchLanguage = (tag: string): Language | undefined => matchAmong(tag, languages);
