// SPDX-License-Identifier: MIT
import type { MarkupPart } from './markup.ts';

const VISIBLE = new Set([
  ...['title', 'alt', 'placeholder', 'label', 'heading', 'caption', 'summary', 'description'],
  ...[
    'aria-label',
    'aria-description',
    'aria-valuetext',
    'aria-roledescription',
    'aria-placeholder',
  ],
  ...['arialabel', 'ariadescription', 'ariavaluetext', 'ariaroledescription', 'ariaplaceholder'],
  ...['textcontent', 'innertext'],
]);
const MATHS = /^(?:math|m[a-z]+|var|semantics)$/;
const NOT_MATHS = /^(?:main|map|mark|menu|meta|meter)$/;
const FUNCTIONS = /\b(?:exp|log|ln|max|min|argmax|arg|softmax|tanh|sin|cos|sign|Var|erf)\b/g;

/** Whether the value of an attribute or property is visible or read by screen readers. */
export const isVisible = (name: string): boolean =>
  VISIBLE.has(name.toLowerCase().replace(/^\./, ''));

/** Whether a list of nested elements, outermost first, contains a formula. */
export const isMaths = (elements: readonly string[]): boolean =>
  elements.some((name) => MATHS.test(name) && !NOT_MATHS.test(name));

/**
 * Whether a text contains words, which must be in a catalogue of translations. Ignores the symbol σ and, in a formula
 * (`maths`), single letters and function names.
 */
export function hasWords(text: string, maths: boolean): boolean {
  const plain = text.replace(/&#?\w+;/g, ' ').replaceAll('σ', ' ');
  return maths ? /\p{L}{2}/u.test(plain.replace(FUNCTIONS, ' ')) : /\p{L}/u.test(plain);
}

/**
 * Elements that contain their text in every language. Of these, only `<noscript>` is checked, for missing languages.
 */
const IN_ALL = ['noscript', 'template'];

/**
 * The problems of an HTML file: visible texts in its body, which cannot be translated, and languages missing in
 * `<noscript>`.
 */
export function pageProblems(parts: readonly MarkupPart[], languages: readonly string[]): string[] {
  const body = parts.filter(({ elements }) => elements.includes('body'));
  const words = body.filter(
    ({ attribute, value, elements }) =>
      !elements.some((name) => IN_ALL.includes(name)) &&
      (attribute === undefined || isVisible(attribute)) &&
      hasWords(value, isMaths(elements)),
  );
  const noscript = body.filter(({ elements }) => elements.includes('noscript'));
  const spoken = noscript.filter(({ attribute }) => attribute === 'lang').map(({ value }) => value);
  const lacking =
    noscript.length > 0 ? languages.filter((language) => !spoken.includes(language)) : [];
  return [
    ...words.map(({ value }) => `hard-coded "${value.trim()}"`),
    ...lacking.map((language) => `<noscript> lacks lang="${language}"`),
  ];
}
