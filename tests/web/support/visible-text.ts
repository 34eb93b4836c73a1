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

/** Whether readers see or hear an attribute or property of this name. */
export const isVisible = (name: string): boolean =>
  VISIBLE.has(name.toLowerCase().replace(/^\./, ''));

/** Whether the elements say that what stands in them is a formula. */
export const isMaths = (elements: readonly string[]): boolean =>
  elements.some((name) => MATHS.test(name) && !NOT_MATHS.test(name));

/**
 * Whether a text holds words, which belong in a catalogue. σ is a symbol, the name of the slider all over the site;
 * in a formula so is every single letter and the name of a function.
 */
export function hasWords(text: string, maths: boolean): boolean {
  const plain = text.replace(/&#?\w+;/g, ' ').replaceAll('σ', ' ');
  return maths ? /\p{L}{2}/u.test(plain.replace(FUNCTIONS, ' ')) : /\p{L}/u.test(plain);
}

/** Elements with text in all languages at once. */
const IN_ALL = ['noscript', 'template'];

/** The texts in the body of an HTML file that no catalogue could translate. `<noscript>` has to hold every language. */
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
