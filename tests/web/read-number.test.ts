// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { seeded } from '../../tools/bench/tensors.mjs';
import { languages } from '../../web/src/i18n/languages.ts';
import { createFormatter, DIGITS } from '../../web/src/i18n/number-format.ts';
import { readLinkNumber, readNumber } from '../../web/src/i18n/read-number.ts';

describe('readNumber', () => {
  it.each<[number, readonly string[]]>([
    [0.5, ['0.5', '.5', '0,5', '0，5', '0。5', '。5', '０．５', '０｡５', ' 0.50 ', '+0.5', '5e-1']],
    [-2, ['-2', '−2', '－２', '﹣2', '–2', '‐2', '‑2', '-2.', '\u2066−2\u2069', '\u200e-2']],
    [1.5, ['1,5', '1，5', '1。5', '1.5', '１，５', '1,50', '15×10⁻¹']],
    [
      1024,
      ['1,024', '１，０２４', '1 024', '1\u00a0024', '1\u202f024', '1\u2009024', '1’024', "1'024"],
    ],
    [1024, ['1,024.0', '1.024,0', '1 024,0', '1,024e0', '1024,0', '1.024x10^3', '1.024 * 10³']],
    [1234567.5, ['1,234,567.5', '1.234.567,5', '1 234 567,5', '1’234’567.5', '1234567,5']],
    [1.024, ['1.024', '1。024', '1,0240']],
    [
      -5e-5,
      ['−5\u00a0×\u00a010⁻⁵', '-5×10^-5', '-5e-5', '－５Ｅ－５', '−5 × 10^−5', '-0,5 × 10⁻⁴'],
    ],
    [1e5, ['10⁵', '10^5', '1e5', '1E+5', '1 × 10⁵']],
    [0, ['0', '-0', '−0', '0,0', '0,000', '0e5']],
    [3.5, ['٣٫٥', '۳٫۵', '३.५', '𝟑.𝟓', '𝟯.𝟱']],
    [-1024, ['−١٬٠٢٤', '-１，０２４']],
  ])('reads %d', (value, texts) => {
    for (const text of texts) expect(readNumber(text), text).toBe(value);
  });

  it.each([
    ...['abc', 'NaN', 'Infinity', '∞', '0x10', '1e999', '1e-999', ''],
    ...['12 cm', '50%', '$5', '½', '5²', '10²5', '①', '1₂', '一', '1、5', '1;5', '1\n024'],
    ...["0'500", '1 024’000', '1_000', '5×10', '(5)', '1/2', '1 ×× 10⁵', '1\u200b5', '<b>1</b>'],
  ])('does not read %j', (text) => {
    expect(readNumber(text)).toBe(Number.NaN);
  });

  it.each([...new Set([...languages, 'fr', 'de', 'ar-EG', 'fa', 'pl', 'de-CH'])])(
    'reads each number that the site prints in %s',
    (language) => {
      const sizes = [0, 1, -2, 0.5, 1 / 3, 12_288, -65_536.25, 1_258_498, 99_999.7, 9.99e-5, 1e21];
      const random = seeded(1);
      const drawn = Array.from(
        { length: 100 },
        () => (random() - 0.5) * 10 ** (random() * 60 - 30),
      );
      const wrong: string[] = [];
      for (const direction of ['ltr', 'rtl'] as const) {
        for (const digits of DIGITS) {
          const format = createFormatter(language, () => digits, direction);
          for (const value of [...sizes, ...drawn]) {
            const error = digits === 'full' ? 0 : Math.abs(value) * 10 ** (1 - Number(digits));
            for (const [text, most] of [
              [format.full(value), 0],
              [format.typed(value), 0],
              [format.result(value), error],
              [format.integer(value), 0.5],
              [format.number(value, { decimals: 2 }), 0.005],
            ] as const)
              if (!(Math.abs(format.read(text) - value) <= most * 1.01))
                wrong.push(`${value} is ${text}`);
          }
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  it('gives a number exactly for the texts of its grammar', () => {
    const grammar = RegExp(
      `^-?(${[
        ...[/\d+\.?\d*/, /\.\d+/, /(0|[1-9]\d*),\d+/, /[1-9]\d?\d?(,\d{3})+(\.\d+)?/],
        ...[/[1-9]\d?\d?(\.\d{3})+,\d+/, /[1-9]\d?\d?( \d{3})+([.,]\d+)?/],
      ]
        .map(({ source }) => source)
        .join('|')})(e-?\\d{1,2})?$`,
    );
    const digits = (text: string) => text.replace(/e.*|\D/g, '').replace(/^0+|0+$/g, '');
    const random = seeded(2);
    const pick = () => [...'00011234567...,,, -e'][Math.floor(random() * 20)];
    const wrong: string[] = [];
    let count = 0;
    for (let i = 0; i < 30_000; i++) {
      const text = Array.from({ length: 1 + Math.floor(random() * 9) }, pick)
        .join('')
        .trim();
      const value = readNumber(text);
      const isNumber = !Number.isNaN(value);
      if (isNumber) count++;
      // Skips exponents of three digits, which can overflow.
      if (!/e-?\d{3}/.test(text) && isNumber !== grammar.test(text)) wrong.push(text);
      if (isNumber && digits(value.toExponential()) !== digits(text)) wrong.push(text);
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(1_000);
  });

  it('reads long texts quickly', () => {
    for (const part of ['1', ' ', '1,', '1 ', '1×', '，', '-', '⁵'])
      expect(readNumber(`1${part.repeat(100_000)}x`)).toBe(Number.NaN);
  });
});

it('a number in a link has neither groups nor a decimal comma', () => {
  for (const [text, value] of [
    ...([
      ['−2', -2],
      ['２。５', 2.5],
      ['1e-7', 1e-7],
      ['1e+21', 1e21],
      ['.5', 0.5],
    ] as const),
  ])
    expect(readLinkNumber(text), text).toBe(value);
  for (const text of ['0,5', '1,024', '1 024', '51 400', "1'024", '0x10', 'Infinity', ''])
    expect(readLinkNumber(text), text).toBe(Number.NaN);
});
