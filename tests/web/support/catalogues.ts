// SPDX-License-Identifier: MIT
import type { Catalogue } from '../../../web/src/i18n/catalogue.ts';
import { type Language, languages } from '../../../web/src/i18n/languages.ts';

/** One folder's catalogue in each language. */
export type CatalogueSet = Readonly<Record<Language, Catalogue>>;

/** Texts that read the same in every language. */
export const SAME_EVERYWHERE: ReadonlySet<string> = new Set([
  'cm',
  '√dₖ',
  'GitHub',
  'kg',
  'logit',
  'CSV',
  'PNG',
  'SIMD',
  'SVG',
  'float32',
  'float64',
  'softmax',
]);

const PLACEHOLDER = /\{\{\s*([^}\s]+)\s*\}\}/g;
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** The texts of a catalogue under their dotted keys. */
export function flatten(catalogue: Catalogue, prefix = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(catalogue)) {
    if (typeof value === 'string') texts.set(prefix + key, value);
    else for (const [path, text] of flatten(value, `${prefix}${key}.`)) texts.set(path, text);
  }
  return texts;
}

/** The names of the placeholders in a text, sorted. */
export function placeholders(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name))].sort();
}

/**
 * What is wrong with a set of catalogues, one sentence each: a key or plural form that a language lacks or has too
 * many, other placeholders than in English, an empty text, a text left in English.
 */
export function catalogueProblems(set: CatalogueSet, name: string): string[] {
  const english = messages(set.en ?? {});
  return languages.flatMap((language) => {
    const own = messages(set[language] ?? {});
    const where = `${name}, ${language}`;
    return [...new Set([...english.keys(), ...own.keys()])].flatMap((key) => {
      const model = english.get(key);
      const message = own.get(key);
      if (!message) return [`${where}: ${key} is missing`];
      if (!model) return [`${where}: ${key} is not in the English catalogue`];
      return messageProblems(message, model, language).map(
        (problem) => `${where}: ${key} ${problem}`,
      );
    });
  });
}

/** A message: its one text under '', or its texts by plural form. */
type Message = Map<string, string>;

function messages(catalogue: Catalogue): Map<string, Message> {
  const found = new Map<string, Message>();
  for (const [path, text] of flatten(catalogue)) {
    const form = PLURAL.exec(path)?.[1] ?? '';
    const key = path.replace(PLURAL, '');
    const message = found.get(key) ?? new Map<string, string>();
    found.set(key, message.set(form, text));
  }
  return found;
}

function messageProblems(message: Message, model: Message, language: Language): string[] {
  const problems: string[] = [];
  const forms = model.has('')
    ? ['']
    : new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  for (const form of forms) {
    if (!message.has(form)) problems.push(form ? `lacks the plural form "${form}"` : 'is missing');
  }
  const needed = placeholders([...model.values()].join());
  for (const [form, text] of message) {
    if (!forms.includes(form as Intl.LDMLPluralRule))
      problems.push(`has a needless form "${form}"`);
    if (text.trim() === '') problems.push('is empty');
    // "One lesson" may leave out the count.
    const wanted = form === 'one' ? needed.filter((name) => name !== 'count') : needed;
    const got =
      form === 'one' ? placeholders(text).filter((name) => name !== 'count') : placeholders(text);
    if (got.join() !== wanted.join()) problems.push(`has {${got}}, expected {${wanted}}`);
    if (language !== 'en' && [...model.values()].includes(text) && needsTranslation(text)) {
      problems.push(`is still English: "${text}"`);
    }
  }
  return problems;
}

/** Whether a text holds words at all: not just symbols, single letters (σ, q), numbers or placeholders. */
function needsTranslation(text: string): boolean {
  return !SAME_EVERYWHERE.has(text) && /\p{L}{2}/u.test(text.replace(PLACEHOLDER, ' '));
}
