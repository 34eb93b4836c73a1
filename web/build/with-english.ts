// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { Catalogue } from '../src/i18n/catalogue.ts';

/** Matches the paths of catalogues: `messages.<language>.json`, `statements.<language>.json` and the shared ones. */
export const CATALOGUE =
  /^(.*[\\/](?:i18n[\\/]messages[\\/]|messages\.|statements\.))([A-Za-z-]+)(\.json)$/;

/** `"partial": true` in a catalogue of shared messages: the catalogue is allowed to lack texts. */
const PARTIAL = 'partial';

export const isPartial = (shared: object): boolean => PARTIAL in shared;

const PLURAL = /_(?:zero|one|two|few|many|other)$/;

/** The key of a message, without the form of a plural. */
export const stemOf = (key: string): string => key.replace(PLURAL, '');

/** Adds the English messages that a catalogue lacks. */
export function withEnglish(own: Catalogue, english: Catalogue): Catalogue {
  const stems = new Set(Object.keys(own).map(stemOf));
  const added = Object.entries(english).map(([key, value]): [string, string | Catalogue][] => {
    const mine = own[key];
    if (typeof value === 'object')
      return [[key, withEnglish(typeof mine === 'object' ? mine : {}, value)]];
    return stems.has(stemOf(key)) ? [] : [[key, value]];
  });
  const { [PARTIAL]: _, ...rest } = own;
  return { ...rest, ...Object.fromEntries(added.flat()) };
}

/** Applies `withEnglish` to each catalogue that a build loads. */
export const untranslated = (): Plugin => ({
  name: 'attention-lab:untranslated',
  enforce: 'pre',
  transform: {
    filter: { id: CATALOGUE },
    handler(code, id) {
      const file = id.replace(CATALOGUE, '$1en$3');
      if (file === id) return null;
      this.addWatchFile(file);
      const all = withEnglish(JSON.parse(code), JSON.parse(readFileSync(file, 'utf8')));
      return { code: JSON.stringify(all), map: null };
    },
  },
});
