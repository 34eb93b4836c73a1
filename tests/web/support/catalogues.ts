// SPDX-License-Identifier: MIT
import { isLatin } from '../../../web/build/language-names.ts';
import type { Catalogue } from '../../../web/src/i18n/catalogue.ts';
import type { Language } from '../../../web/src/i18n/languages.ts';
import { complete } from './files.ts';

export type CatalogueSet = Readonly<Record<Language, Catalogue>>;

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

/** The texts of a catalogue by dotted key, such as `language.label`. */
export function flatten(catalogue: Catalogue, prefix = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(catalogue)) {
    if (typeof value === 'string') texts.set(prefix + key, value);
    else for (const [path, text] of flatten(value, `${prefix}${key}.`)) texts.set(path, text);
  }
  return texts;
}

export function placeholders(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name))].sort();
}

/**
 * The problems of a set of catalogues, one sentence each: a missing or superfluous key or plural form, other
 * placeholders than in English, an empty text, or an untranslated text. Ignores texts that a language with Latin
 * letters shares with English, and messages that a partial language lacks.
 */
export function catalogueProblems(set: CatalogueSet, name: string): string[] {
  const english = messages(set.en ?? {});
  return Object.keys(set).flatMap((language) => {
    const own = messages(set[language] ?? {});
    const where = `${name}, ${language}`;
    return [...new Set([...english.keys(), ...own.keys()])].flatMap((key) => {
      const model = english.get(key);
      const message = own.get(key);
      if (!message) return complete.includes(language) ? [`${where}: ${key} is missing`] : [];
      if (!model) return [`${where}: ${key} is not in the English catalogue`];
      return messageProblems(message, model, language).map(
        (problem) => `${where}: ${key} ${problem}`,
      );
    });
  });
}

/** The texts of a message by plural form; a message without plural forms has one text, with the key ''. */
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
    // The singular may omit the placeholder {count}, as in "One lesson".
    const wanted = form === 'one' ? needed.filter((name) => name !== 'count') : needed;
    const got =
      form === 'one' ? placeholders(text).filter((name) => name !== 'count') : placeholders(text);
    if (got.join() !== wanted.join()) problems.push(`has {${got}}, expected {${wanted}}`);
    if (!isLatin(language) && [...model.values()].includes(text) && needsTranslation(text)) {
      problems.push(`is still English: "${text}"`);
    }
  }
  return problems;
}

/** Whether a text must differ from English: it has two adjacent letters outside placeholders. */
function needsTranslation(text: string): boolean {
  return !SAME_EVERYWHERE.has(text) && /\p{L}{2}/u.test(text.replace(PLACEHOLDER, ' '));
}
