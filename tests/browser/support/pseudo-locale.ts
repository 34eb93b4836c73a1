// SPDX-License-Identifier: MIT
// A language that nobody speaks: longer than English and written from right to left. What a
// translation may not touch (placeholders, formulas, terms' ids, headings' ids) stays.
import type { Catalogue } from '../../../web/src/i18n/catalogue.ts';

/** A tag of Unicode's own for it; plurals and numbers are those of Arabic, which has six forms. */
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

/** One text of a catalogue, or one line of prose. */
export function pseudoText(text: string): string {
  const named = text.replace(/\[\[([\w-]+)\]\]/g, '[[$1|$1]]');
  const kept = named.match(KEPT) ?? [];
  return named
    .split(KEPT)
    .map((part, i) => turned(part) + (kept[i] ?? ''))
    .join('');
}

/** A catalogue with every plural form that the language has. */
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

/** A lesson's prose: headings keep their marks, formulas that stand alone are left. */
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
