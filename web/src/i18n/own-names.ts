// SPDX-License-Identifier: MIT

/** The name of each language in that language, by language tag. */
export const ownNames = (languages: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    languages.map((language) => [
      language,
      new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language,
    ]),
  );
