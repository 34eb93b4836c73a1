// SPDX-License-Identifier: MIT
import type { Catalogue } from './catalogue.ts';

/** One of `languages`, a BCP 47 tag. */
export type Language = string;

/** The page's own texts. A catalogue that is put here adds its language to the site. */
export const sharedCatalogues = import.meta.glob<{ default: Catalogue }>('./messages/*.json');

/** The languages of the site, English first. */
export const languages: readonly Language[] = Object.keys(sharedCatalogues)
  .map((path) => path.replace(/^.*\/|\.json$/g, ''))
  .sort((a, b) => Number(b === 'en') - Number(a === 'en') || (a < b ? -1 : 1));

/** Each language's name in itself, for the language switch. */
export const languageNames: Readonly<Record<Language, string>> = Object.fromEntries(
  languages.map((language) => [
    language,
    new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language,
  ]),
);

/** A language's name for narrow screens: EN, 简, 繁. */
export const shortName = (language: Language): string => {
  const name = languageNames[language] ?? language;
  return /^\p{Script=Han}/u.test(name)
    ? name.slice(0, 1)
    : new Intl.Locale(language).language.toUpperCase();
};

/** The scripts in use whose lines run from right to left. */
const RIGHT_TO_LEFT = ['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'];

/** Where a language's lines begin. Not by `Intl.Locale`'s text info, which Firefox lacks. */
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.includes(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';

/** Cantonese is written as Chinese. */
const WRITTEN_AS: Readonly<Record<string, string>> = { yue: 'zh' };

/**
 * The site's language for a tag from a URL, a store or a browser: the language itself, or else one of the same script.
 * en-GB → en; zh, zh-CN, zh-SG → zh-Hans; zh-TW, zh-HK, zh-MO → zh-Hant; zh-Hans-HK → zh-Hans.
 * @returns undefined for another language, or for what is not a tag
 */
export function matchLanguage(
  tag: string,
  among: readonly Language[] = languages,
): Language | undefined {
  let wanted: Intl.Locale;
  try {
    wanted = new Intl.Locale(tag.trim().replaceAll('_', '-'));
  } catch {
    return undefined;
  }
  const { language, script } = wanted.maximize();
  const near = among
    .map((known) => new Intl.Locale(known))
    .filter((known) => known.language === (WRITTEN_AS[language] ?? language));
  const found =
    near.find((known) => known.baseName === wanted.baseName) ??
    near.find((known) => known.maximize().script === script) ??
    near[0];
  return among.find((known) => known === found?.toString());
}
