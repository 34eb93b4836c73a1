// SPDX-License-Identifier: MIT

/** Languages whose readers get the texts of another language: readers of Cantonese (yue) get Chinese. */
const WRITTEN_AS: Readonly<Record<string, string>> = { yue: 'zh' };

/**
 * Finds the language in `among` that matches a language tag from a URL, from the store or from the browser: the same
 * tag, or else a language with the same script. Examples: en-GB → en; zh, zh-CN, zh-SG → zh-Hans; zh-TW, zh-HK, zh-MO →
 * zh-Hant; zh-Hans-HK → zh-Hans.
 * @returns undefined if no language matches, or if `tag` is not a language tag
 */
export function matchAmong(tag: string, among: readonly string[]): string | undefined {
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
