// SPDX-License-Identifier: MIT
// Generates texts in a pseudo-locale, an invented language, from the English texts, to test the layout. Words are about
// 40 % longer and are displayed from right to left. Placeholders, formulas and ids stay unchanged.
import type { Catalogue } from '../../../web/src/i18n/catalogue.ts';

/** The tag of Unicode's right-to-left pseudo-locale. Its language is Arabic, which has six plural forms. */
export const PSEUDO = 'ar-XB';

const LONGER = 0.4;
const OVERRIDE = '\u202e';
const POP = '\u202c';
const KEPT =
  /\{\{.*?\}\}|\$\$.*?\$\$|\$[^$]*\$|`[^`]*`|\]\([^)]*\)|\|[\w-]+\]\]|\[\[|\{#[\w-]+\}|<[^>]+>/gs;
const WORD = /\p{L}{2,}/gu;
const PLURAL = /_(?:one|other)$/;

const lengthened = (word: string) => word + word.slice(0, Math.ceil(word.length * LONGER));
const turned = (text: string) =>
  /\p{L}{2}/u.test(text) ? OVERRIDE + text.replace(WORD, lengthened) + POP : text;

/** Converts one message of a catalogue, or one paragraph of prose, from English to the pseudo-locale. */
export function pseudoText(text: string): string {
  const named = text.replace(/\[\[([\w-]+)\]\]/g, '[[$1|$1]]');
  const kept = named.match(KEPT) ?? [];
  return named
    .split(KEPT)
    .map((part, i) => turned(part) + (kept[i] ?? ''))
    .join('');
}

/**
 * Converts a catalogue of messages. A message with plural forms gets a text for each plural category of the
 * pseudo-locale.
 */
export function pseudoCatalogue(catalogue: Catalogue): Catalogue {
  const forms = new Intl.PluralRules(PSEUDO).resolvedOptions().pluralCategories;
  return Object.fromEntries(
    Object.entries(catalogue).flatMap(([key, value]): [string, string | Catalogue][] => {
      if (typeof value !== 'string') return [[key, pseudoCatalogue(value)]];
      if (!PLURAL.test(key)) return [[key, pseudoText(value)]];
      const stem = key.replace(PLURAL, '');
      return key.endsWith('_one')
        ? []
        : forms.map((form) => [`${stem}_${form}`, pseudoText(value)]);
    }),
  );
}

/** Converts a lesson's Markdown; heading and list markers and display formulas ($$…$$) stay unchanged. */
export const pseudoProse = (markdown: string): string =>
  markdown
    .split(/(\$\$.*?\$\$|\n\n)/s)
    .map((block) =>
      block.replace(
        /^(#+ |- |\d+\. |> )?([\s\S]*)$/,
        (_, mark: string | undefined, text: string) =>
          text.startsWith('$$') ? text : `${mark ?? ''}${pseudoText(text)}`,
      ),
    )
    .join('');
