// SPDX-License-Identifier: MIT
import type { Language } from './languages.ts';

/** How many digits `number` shows: significant ones, or a fixed number after the point. */
export type NumberStyle = { readonly digits?: number } | { readonly decimals: number };

/** How many digits a reader wants to see of results; `full` gives as many as the number has. */
export const DIGITS = ['4', '6', '10', 'full'] as const;
export type Digits = (typeof DIGITS)[number];

/** Enough to compare results by eye. Readers can choose more. */
export const USUAL_DIGITS: Digits = '4';

/** Writes numbers, shares and lists the way a language does. */
export interface Formatter {
  /**
   * A number as text: 45.5, −0.25, 1.2555 × 10⁻⁸, ∞, NaN. Five significant digits unless told otherwise.
   * Very small and very large numbers get a power of ten; no digit is shown that was rounded away. −0 is 0.
   */
  number(value: number, style?: NumberStyle): string;
  /**
   * A computed number. It has at most as many digits as the reader chose, and at most `usual` (ten by default). In
   * full, it has the fewest digits that parse to the same number. Whole numbers of up to seven digits are never
   * rounded. Axis ticks and spoken texts use `number` instead.
   */
  result(value: number, usual?: number): string;
  /** Two results, with as many extra digits as it takes to tell them apart, but at most `usual` (ten by default). */
  apart(one: number, other: number, usual?: number): readonly [string, string];
  /** A number with the fewest digits that read back as the same number. */
  full(value: number): string;
  /** A whole number with grouped digits, for counts: 65,536. */
  integer(value: number): string;
  /** A share of one as a percentage, with so many digits after the point (one by default): 0.25 → 25%. */
  percent(value: number, decimals?: number): string;
  /** "a, b, and c" in the language. */
  list(items: Iterable<string>): string;
}

const MINUS = '−';
const SMALLEST_PLAIN = 1e-4;
const MOST_OF_RESULTS = 10;
const WHOLE_DIGITS = 7;
const LARGEST_WHOLE = 10 ** WHOLE_DIGITS;
/** Of `Intl.NumberFormat`; a number has 17 at most. */
const MOST_DIGITS = 21;
const SUPERSCRIPTS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('0123456789-', (character, index) => [
    character,
    Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹⁻')[index] ?? '',
  ]),
);

/** The formatter of a language; Intl objects are made once for each style and kept. */
export function createFormatter(
  language: Language,
  digits: () => Digits = () => USUAL_DIGITS,
  direction: 'ltr' | 'rtl' = 'ltr',
): Formatter {
  const styles = new Map<string, Intl.NumberFormat>();
  const lists = new Intl.ListFormat(language, { type: 'conjunction' });

  /** A product is read from left to right in every language. */
  const inOrder = (text: string) => (direction === 'rtl' ? `\u2066${text}\u2069` : text);

  function format(
    value: number | Intl.StringNumericLiteral,
    options: Intl.NumberFormatOptions,
  ): string {
    const key = JSON.stringify(options);
    const style =
      styles.get(key) ?? new Intl.NumberFormat(language, { useGrouping: false, ...options });
    styles.set(key, style);
    return tidySign(style.format(value));
  }

  function significant(value: number, digits: number): string {
    const rounded = Number(value.toPrecision(digits));
    if (isPlain(rounded, digits)) return format(rounded, { maximumSignificantDigits: digits });
    const [mantissa = '', exponent = ''] = rounded.toExponential().split('e');
    return inOrder(
      `${format(Number(mantissa), { maximumSignificantDigits: digits })}${powerOfTen(exponent)}`,
    );
  }

  // As text, since of a number Intl would round where JavaScript's shortest form does not.
  function full(value: number): string {
    if (!Number.isFinite(value)) return nonFinite(value);
    const [mantissa = '', exponent = ''] = value.toExponential().split('e');
    const digits = mantissa.replace(/\D/g, '').length;
    const exact = (text: string) =>
      format(text as Intl.StringNumericLiteral, { maximumSignificantDigits: MOST_DIGITS });
    return isPlain(value, digits)
      ? exact(String(value))
      : inOrder(`${exact(mantissa)}${powerOfTen(exponent)}`);
  }

  function number(value: number, style: NumberStyle = {}): string {
    if (!Number.isFinite(value)) return nonFinite(value);
    if ('decimals' in style) {
      return format(value, {
        minimumFractionDigits: style.decimals,
        maximumFractionDigits: style.decimals,
      });
    }
    return significant(value, style.digits ?? 5);
  }

  function rounded(value: number, most: number): string {
    const isShortWhole = Number.isInteger(value) && Math.abs(value) < LARGEST_WHOLE;
    return number(value, { digits: isShortWhole ? Math.max(most, WHOLE_DIGITS) : most });
  }

  function result(value: number, usual = MOST_OF_RESULTS): string {
    const chosen = digits();
    return chosen === 'full' ? full(value) : rounded(value, Math.min(Number(chosen), usual));
  }

  function apart(one: number, other: number, usual = MOST_OF_RESULTS): readonly [string, string] {
    const chosen = digits();
    if (chosen === 'full' || one === other) return [result(one, usual), result(other, usual)];
    const few = Math.min(Number(chosen), usual);
    const counts = Array.from({ length: usual - few + 1 }, (_, more) => few + more);
    const enough = counts.find((count) => rounded(one, count) !== rounded(other, count)) ?? usual;
    return [rounded(one, enough), rounded(other, enough)];
  }

  return {
    number,
    result,
    apart,
    full,
    integer: (value) =>
      Number.isFinite(value)
        ? format(value, { maximumFractionDigits: 0, useGrouping: true })
        : nonFinite(value),
    percent: (value, decimals = 1) =>
      Number.isFinite(value)
        ? format(value, { style: 'percent', maximumFractionDigits: decimals })
        : nonFinite(value),
    list: (items) => lists.format(items),
  };
}

/** With more places before the point than digits, plain notation would show zeros that are not known. */
function isPlain(value: number, digits: number): boolean {
  const size = Math.abs(value);
  return size === 0 || (size >= SMALLEST_PLAIN && size < 10 ** Math.max(digits, 5));
}

function powerOfTen(exponent: string): string {
  const raised = Array.from(exponent.replace('+', ''), (character) => SUPERSCRIPTS[character]);
  return `\u00a0×\u00a010${raised.join('')}`;
}

function nonFinite(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? '∞' : `${MINUS}∞`;
}

/** The hyphen becomes a minus sign, and a number that rounds to zero loses it. */
function tidySign(text: string): string {
  return /[1-9]/.test(text) ? text.replace('-', MINUS) : text.replace('-', '');
}
