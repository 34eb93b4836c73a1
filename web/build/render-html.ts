// SPDX-License-Identifier: MIT

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
export const escaped = (value: unknown) =>
  String(value).replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

interface Template {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

const isTemplate = (value: object): value is Template => '_$litType$' in value;
/**
 * Whether a value is the result of a Lit directive, such as `guard` or `live`. The last argument of the directive is
 * the value to render, or a function that returns it.
 */
const isDirective = (value: object): value is Template & Directive => '_$litDirective$' in value;

interface Directive {
  readonly _$litDirective$: { readonly directiveName?: string };
}

/** Whether a value is the result of the directive `unsafeHTML`, whose text is HTML already. */
const isMarkup = (value: unknown): value is Template =>
  typeof value === 'object' &&
  value !== null &&
  isDirective(value) &&
  value._$litDirective$.directiveName === 'unsafeHTML';

function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !isDirective(value)) return value;
  const last = value.values.at(-1);
  return typeof last === 'function' ? last() : last;
}

/**
 * Renders a Lit template to HTML at build time. Omits event listeners, properties (`.name`) and boolean attributes
 * (`?name`), except `selected`.
 */
export function renderHtml(given: unknown): string {
  if (isMarkup(given)) return String(given.values[0] ?? '');
  const value = plain(given);
  if (Array.isArray(value)) return value.map(renderHtml).join('');
  if (value === undefined || value === null || typeof value === 'symbol') return '';
  if (typeof value !== 'object') return escaped(value);
  if (!isTemplate(value)) throw new Error('expected a template, a text or a list of them');
  return value.strings
    .map((text, index) => {
      const attribute = /\s([.@?]?)([\w-]+)=$/.exec(text);
      if (index === value.values.length) return text;
      const part = value.values[index];
      if (!attribute) return text + renderHtml(part);
      const [whole, kind, name] = attribute;
      return text.slice(0, -whole.length) + renderAttribute(kind ?? '', name ?? '', plain(part));
    })
    .join('')
    .replace(/\s*\n\s*/g, '\n')
    .replace(/\n>/g, '>');
}

/** Rounds a number to three decimals: smaller differences are not visible, and more digits compress badly. */
const short = (value: unknown) =>
  typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;

function renderAttribute(kind: string, name: string, value: unknown): string {
  if (typeof value === 'symbol' || value === undefined) return '';
  if (kind === '') return ` ${name}="${escaped(short(value))}"`;
  return name === 'selected' && value === true ? ' selected' : '';
}
