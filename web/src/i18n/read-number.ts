// SPDX-License-Identifier: MIT
// Reads numbers that people type, paste, or write in links and attributes.

/** Marks of the writing direction. The formatter puts them around products in right-to-left languages. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Matches superscripts at the end of a number. Superscripts before a digit are invalid. */
const POWER = /[¹²³⁰⁴-⁻]+(?!\d)/g;
const FULL_WIDTH_AND_SMALL = /[！-､﹐-﹫]/g;
const HYPHENS_DASHES_AND_MINUS = /[‐-—−]/g;
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu;
const IS_DIGIT = /\p{Nd}/u;

/** Converts a digit of any script to 0–9. Unicode has each script's digits in order, and scripts can be adjacent. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (IS_DIGIT.test(String.fromCodePoint(first - 1))) first--;
  return `${(code - first) % 10}`;
}

/**
 * Replaces characters of input methods, spreadsheets and this site by ASCII characters with the same meaning: １．５, 1。5
 * and ١٫٥ become 1.5, ， becomes a comma, and − becomes a hyphen. 10⁻⁵ becomes 10^-5. Other compatibility characters,
 * such as ½ and ①, are kept, because NFKC would turn them into further digits of the number.
 */
export const asciiText = (text: string): string =>
  text
    .replace(DIRECTION_MARKS, '')
    .replace(FULL_WIDTH_AND_SMALL, (character) => character.normalize('NFKC'))
    .replace(POWER, (power) => `^${power.normalize('NFKC')}`)
    .replace(HYPHENS_DASHES_AND_MINUS, '-')
    .replace(OTHER_DIGITS, digitValue)
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replaceAll('。', '.')
    .replaceAll('’', "'")
    .trim();

const SIGNED_PRODUCT =
  /^([+-]?)(?:10\^([+-]?\d+)|(.+?)(?:e([+-]?\d+)|\s?[×x*·⋅]\s?10\^([+-]?\d+))?)$/i;

/** A notation of the digits before a power of ten: its pattern, and the separator between groups of digits. */
type Form = readonly [digits: RegExp, between?: RegExp];

const PLAIN: Form = [/^(?:\d+(?:\.\d*)?|\.\d+)$/];
const FORMS: readonly Form[] = [
  PLAIN,
  [/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/, /,/g],
  [/^[1-9]\d{0,2}(?:\.\d{3})+,\d+$/, /\./g],
  [/^[1-9]\d{0,2}([ \u00a0\u2007\u2009\u202f'])\d{3}(?:\1\d{3})*(?:[.,]\d+)?$/, /[\s']/g],
  [/^(?:0|[1-9]\d*),\d+$/],
];

/** The separators in a language's numbers: before the decimals, and between groups of three digits. */
export interface NumberSigns {
  readonly decimal: string;
  readonly group: string;
}

const COMMA: Form = [/^(?:\d+,\d*|,\d+)$/];
const POINTS: Form = [/^[1-9]\d{0,2}(?:\.\d{3})+$/, /\./g];

/** With a decimal comma, a single comma is always decimal. With points between groups, "1.024" is 1024. */
const formsFor = ({ decimal, group }: NumberSigns): readonly Form[] =>
  decimal === ',' ? [COMMA, ...(group === '.' ? [POINTS] : []), ...FORMS] : FORMS;

/**
 * Parses a number. Returns NaN if the text is not a number or is ambiguous.
 * - Digits are those of any script. The sign can be any hyphen, minus sign or en dash, or a plus sign.
 * - A single point is a decimal point: 0.5, .5, 0。5, 1.024.
 * - Commas before groups of exactly three digits separate groups: 1,024 and 12,288.5. So do spaces and apostrophes. The
 *   first group has one to three digits and no leading zero.
 * - Any other single comma is a decimal comma: 0,5, 0,500 and 1234,567. It can follow groups that are separated by
 *   points, spaces or apostrophes: 1.024,5.
 * - A power of ten can follow: 5e-5, 5 × 10⁻⁵, 5x10^-5. It can also be the whole number: 10⁻⁵.
 * - The result is NaN for a number that overflows or underflows to 0, and 0 for −0.
 * @param signs  the separators of the reader's language; with a decimal comma, 1,024 is between 1 and 2
 */
export const readNumber = (
  text: string,
  signs: NumberSigns = { decimal: '.', group: ',' },
): number => read(text, formsFor(signs));

/** Parses a number in a link, like `readNumber`, but without groups and decimal commas: commas separate numbers. */
export const readLinkNumber = (text: string): number => read(text, [PLAIN]);

function read(text: string, forms: readonly Form[]): number {
  const [, sign, power, digits = '1', ...exponents] = SIGNED_PRODUCT.exec(asciiText(text)) ?? [];
  const form = forms.find(([form]) => form.test(digits));
  if (sign === undefined || form === undefined) return Number.NaN;
  const [, between = ''] = form;
  const decimal = digits.replace(between, '').replace(',', '.');
  const exponent = power ?? exponents.find((one) => one !== undefined) ?? '0';
  const value = Number(`${sign}${decimal}e${exponent}`);
  const isLost = !Number.isFinite(value) || (value === 0 && /[1-9]/.test(digits));
  return isLost ? Number.NaN : value + 0;
}
