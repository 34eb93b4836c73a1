// SPDX-License-Identifier: MIT

/** Languages whose readers get texts in another language: readers of Cantonese (yue) get Chinese (zh). */
const WRITTEN_AS: Readonly<Record<string, string>> = { yue: 'zh' };

/**
 * Finds the tag in `among` that matches a language tag from a URL, the stored settings or the browser: the same tag,
 * else the same language with the same script, else the first tag of the same language. Examples: en-GB → en; zh,
 * zh-CN, zh-SG → zh-Hans; zh-TW, zh-HK, zh-MO → zh-Hant; zh-Hans-HK → zh-Hans.
 * @returns undefined if no language matches, or if `tag` is not a language tag
 */
export function matchAmong(tag: string, among: readonly string[]): string | undefined {
  let wanted: Intl.Locale;
  try {
    wanted = new Intl.Locale(tag.trim().replaceAll('_', '-'));
  } catch {
    return undefined;
  }
  const { baseName, language } = wanted;
  const near = among
    .map((known) => new Intl.Locale(known))
    .filter((known) => known.language === (WRITTEN_AS[language] ?? language));
  // The first call of `maximize` is slow, so scripts are compared only if `near` contains several languages.
  const isSameScript = (known: Intl.Locale) =>
    near.length === 1 || known.maximize().script === wanted.maximize().script;
  const found =
    near.find((known) => known.baseName === baseName) ?? near.find(isSameScript) ?? near[0];
  return among.find((known) => known === found?.toString());
}
