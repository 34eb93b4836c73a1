// SPDX-License-Identifier: MIT

/** The name of a language in that language, with a capital letter at the start, such as "Français". */
function ownName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

export const ownNames = (languages: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(languages.map((language) => [language, ownName(language)]));
