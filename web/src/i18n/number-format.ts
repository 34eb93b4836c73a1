// SPDX-License-Identifier: MIT
import type { Language } from './languages.ts';
import { asciiText, type NumberSigns, readNumber } from './read-number.ts';

/** The rounding of `number`: to significant digits (default: 5), or to a fixed number of decimals. */
export type NumberStyle = { readonly digits?: number } | { readonly decimals: number };

/** The numbers of significant digits that readers can choose for results. `full` shows all digits. */
export const DIGITS = ['4', '6', '10', 'full'] as const;
export type Digits = (typeof DIGITS)[number];

/** The default number of digits, sufficient to compare results by eye. */
export const USUAL_DIGITS: Digits = '4';

const MINUS = '−';
/**
 * The separator between all items of a Chinese list. `Intl.ListFormat` would put 和 ("and") before the last item, where
 * readers can take 和 for a part of the item.
 */
const BETWEEN_CHINESE_ITEMS = '、';
const SMALLEST_PLAIN = 1e-4;
const MOST_OF_RESULTS = 10;
const WHOLE_DIGITS = 7;
const LARGEST_WHOLE = 10 ** WHOLE_DIGITS;
/** The maximum number of significant digits in `Intl.NumberFormat` of all browsers. A double needs at most 17. */
const MOST_DIGITS = 21;
const SUPERSCRIPTS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('0123456789-', (character, index) => [
    character,
    Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹⁻')[index] ?? '',
  ]),
);

export type Formatter = ReturnType<typeof createFormatter>;

/** Creates the formatter of a language. It caches one `Intl.NumberFormat` for each style. */
export function createFormatter(
  language: Language,
  digits: () => Digits = () => USUAL_DIGITS,
  direction: 'ltr' | 'rtl' = 'ltr',
) {
  const styles = new Map<string, Intl.NumberFormat>();
  const lists = language.startsWith('zh')
    ? undefined
    : new Intl.ListFormat(language, { type: 'conjunction' });

  let known: NumberSigns | undefined;
  function signs(): NumberSigns {
    const parts = new Intl.NumberFormat(language).formatToParts(12345.6);
    const sign = (wanted: string) =>
      asciiText(parts.find(({ type }) => type === wanted)?.value ?? '');
    known ??= { decimal: sign('decimal'), group: sign('group') };
    return known;
  }

  /** Isolates a product in right-to-left languages, where products also run from left to right. */
  const inOrder = (text: string) => (direction === 'rtl' ? `\u2066${text}\u2069` : text);

  function format(
    value: number | Intl.StringNumericLiteral,
    options: Intl.NumberFormatOptions,
  ): string {
    const { maximumSignificantDigits, maximumFractionDigits, useGrouping } = options;
    const key = `${options.style} ${maximumSignificantDigits} ${maximumFractionDigits} ${options.minimumFractionDigits} ${useGrouping}`;
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

  /** Formats a number with the fewest digits that parse to the same number, as JavaScript prints them. */
  function full(value: number): string {
    if (!Number.isFinite(value)) return nonFinite(value);
    const [mantissa = '', exponent = ''] = value.toExponential().split('e');
    const digits = mantissa.replace(/\D/g, '').length;
    // Passed as text, because the mantissa as a number would be rounded again and could get other last digits.
    const exact = (text: string) =>
      format(text as Intl.StringNumericLiteral, { maximumSignificantDigits: MOST_DIGITS });
    return isPlain(value, digits)
      ? exact(String(value))
      : inOrder(`${exact(mantissa)}${powerOfTen(exponent)}`);
  }

  /**
   * Formats a number: 45.5, −0.25, 1.2555 × 10⁻⁸, ∞, NaN. Rounds to five significant digits by default. Unless
   * `decimals` is given, very small and very large numbers are written with a power of ten (see `isPlain`). −0 is shown
   * as 0.
   */
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

  /**
   * Formats a computed number with the number of digits that the reader chose, but at most `usual`. With `full`, it has
   * the fewest digits that parse to the same number, regardless of `usual`. Whole numbers of up to seven digits are
   * never rounded. For axis ticks and texts for screen readers, use `number` instead.
   */
  function result(value: number, usual = MOST_OF_RESULTS): string {
    const chosen = digits();
    return chosen === 'full' ? full(value) : rounded(value, Math.min(Number(chosen), usual));
  }

  /** Formats two results. If they differ but would look equal, both get more digits, but at most `usual`. */
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
    /** Formats a whole number with grouped digits, for counts: 65,536. */
    integer: (value: number): string =>
      Number.isFinite(value)
        ? format(value, { maximumFractionDigits: 0, useGrouping: true })
        : nonFinite(value),
    /** Formats a fraction as a percentage with at most `decimals` decimals: 0.25 → 25%, 1/3 → 33.3%. */
    percent: (value: number, decimals = 1): string =>
      Number.isFinite(value)
        ? format(value, { style: 'percent', maximumFractionDigits: decimals })
        : nonFinite(value),
    /** The text of a number in an input: all its digits, with the decimal separator of the language. */
    typed: (value: number): string => String(value).replace('.', signs().decimal),
    /** Parses a number that a reader has typed or pasted. NaN if the text is not a number. */
    read: (text: string): number => readNumber(text, signs()),
    /** Joins items to a list: "a, b, and c" in English, "a、b、c" in Chinese. */
    list: (items: Iterable<string>): string =>
      lists?.format(items) ?? Array.from(items).join(BETWEEN_CHINESE_ITEMS),
  };
}

/**
 * Whether a number is written without a power of ten: 0, and numbers from 10⁻⁴ on with at most max(`digits`, 5) integer
 * digits. In numbers with more integer digits than significant digits, some zeros would not be significant.
 */
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

/** Replaces the hyphen by a minus sign, or removes it if all digits are zero. */
function tidySign(text: string): string {
  if (!text.includes('-')) return text;
  return /[1-9]/.test(asciiText(text)) ? text.replace('-', MINUS) : text.replace('-', '');
}
