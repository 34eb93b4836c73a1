// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Catalogue } from '../src/i18n/catalogue.ts';

const MARK = /<!-- in every language: ([\w.-]+) -->/g;

/** Fills in texts for readers without JavaScript, who cannot choose a language (see `inEveryLanguage`). */
export function everyLanguage(): Plugin {
  let folder = '';
  return {
    name: 'attention-lab:every-language',
    configResolved(config) {
      folder = join(config.root, 'src/i18n/messages');
    },
    transformIndexHtml: (html) => inEveryLanguage(html, folder),
  };
}

/**
 * Replaces each comment `<!-- in every language: key -->` in a page with one paragraph per language that has the text.
 * @param folder  the folder with one catalogue of messages for each language
 * @throws Error if the English catalogue lacks the key
 */
export function inEveryLanguage(html: string, folder: string): string {
  const files = readdirSync(folder).sort();
  return html.replace(MARK, (_, key: string) =>
    files
      .flatMap((file) => {
        const text = textOf(JSON.parse(readFileSync(join(folder, file), 'utf8')), key);
        if (text !== undefined)
          return `<p lang="${file.replace('.json', '')}" dir="auto">${text}</p>`;
        if (file === 'en.json') throw new Error(`${file} lacks ${key}`);
        return [];
      })
      .join('\n      '),
  );
}

function textOf(catalogue: Catalogue, key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<Catalogue | string | undefined>(
      (at, name) => (typeof at === 'object' ? at[name] : undefined),
      catalogue,
    );
  return typeof found === 'string' ? found : undefined;
}
