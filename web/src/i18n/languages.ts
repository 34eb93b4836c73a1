// SPDX-License-Identifier: MIT

/** The languages of the site, as BCP 47 tags. */
export const languages = ['en', 'zh-Hans', 'zh-Hant'] as const;

export type Language = (typeof languages)[number];

/** Each language's name in itself, for the language switch. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
};

/**
 * The site's language for a tag from a URL, a store or a browser: en-GB → en; zh, zh-CN, zh-SG → zh-Hans;
 * zh-TW, zh-HK, zh-MO → zh-Hant. A script in the tag beats the region: zh-Hans-HK → zh-Hans.
 * @returns undefined for another language, or for what is not a tag
 */
export function matchLanguage(tag: string): Language | undefined {
  let locale: Intl.Locale;
  try {
    locale = new Intl.Locale(tag.trim().replaceAll('_', '-')).maximize();
  } catch {
    return undefined;
  }
  if (locale.language === 'en') return 'en';
  if (locale.language !== 'zh' && locale.language !== 'yue') return undefined;
  return locale.script === 'Hant' ? 'zh-Hant' : 'zh-Hans';
}
