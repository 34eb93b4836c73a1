// SPDX-License-Identifier: MIT
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ownNames } from '../src/i18n/own-names.ts';

/** The language tags of the site, which are the file names of the catalogues of messages in the source folder. */
export const languagesIn = (source: string): readonly string[] =>
  readdirSync(join(source, 'i18n/messages')).map((file) => file.replace(/\.json$/, ''));

export const isLatin = (language: string): boolean =>
  new Intl.Locale(language).maximize().script === 'Latn';

/** Defines the constant `__LANGUAGE_NAMES__`: each language's name in that language. */
export function languageNames(): Plugin {
  return {
    name: 'attention-lab:language-names',
    apply: 'build',
    config: ({ root = '' }) => ({
      define: { __LANGUAGE_NAMES__: JSON.stringify(ownNames(languagesIn(join(root, 'src')))) },
    }),
  };
}
