// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { createFormatter, DIGITS, type Digits } from '../../web/src/i18n/number-format.ts';
import { shareText } from '../../web/src/i18n/share.ts';
import { complete } from './support/files.ts';

describe.each(complete)('numbers in %s', (language) => {
  const { number, integer, percent } = createFormatter(language);

  it.each([
    [45.49999993, 5, '45.5'],
    [45.49999993, 10, '45.49999993'],
    [1.2554996e-8, 5, '1.2555\u00a0×\u00a010⁻⁸'],
    [-1.2554996e-8, 3, '−1.26\u00a0×\u00a010⁻⁸'],
    [9.99999e-9, 3, '1\u00a0×\u00a010⁻⁸'],
    [0.0001, 5, '0.0001'],
    [0.00009999999, 3, '0.0001'],
    [0.00001, 5, '1\u00a0×\u00a010⁻⁵'],
    [12345.6, 5, '12346'],
    [99999.7, 5, '1\u00a0×\u00a010⁵'],
    [1234567, 5, '1.2346\u00a0×\u00a010⁶'],
    [1.5e300, 5, '1.5\u00a0×\u00a010³⁰⁰'],
    [-0.25, 5, '−0.25'],
    [0, 5, '0'],
    [-0, 5, '0'],
    [NaN, 5, 'NaN'],
    [Infinity, 5, '∞'],
    [-Infinity, 5, '−∞'],
  ])('%d to %d digits is %s', (value, digits, text) => {
    expect(number(value, { digits })).toBe(text);
  });

  it('keeps a fixed number of decimals in a column', () => {
    expect(number(57, { decimals: 2 })).toBe('57.00');
    expect(number(-0.001, { decimals: 2 })).toBe('0.00');
    expect(number(-1.005, { decimals: 1 })).toBe('−1.0');
    expect(number(Number.NaN, { decimals: 1 })).toBe('NaN');
  });

  it('groups digits of counts, and formats shares as percentages', () => {
    expect(integer(65536)).toBe('65,536');
    expect(integer(-3)).toBe('−3');
    expect(percent(0.25)).toBe('25%');
    expect(percent(-0.12345, 2)).toBe('−12.35%');
    expect(percent(Number.POSITIVE_INFINITY)).toBe('∞');
  });
});

it('lists follow the language', () => {
  const [en, hans, hant] = ['en', 'zh-Hans', 'zh-Hant'].map((language) =>
    createFormatter(language).list(['51', '56', '58']),
  );
  expect([en, hans, hant]).toEqual(['51, 56, and 58', '51、56、58', '51、56、58']);
});

describe('the digits that a reader chose', () => {
  const results = (digits: Digits) => createFormatter('en', () => digits).result;

  it('are four by default', () => {
    const { result } = createFormatter('en');
    expect([45.49999993094752, 2 / 3, 65536, -1258498].map((value) => result(value))).toEqual([
      '45.5',
      '0.6667',
      '65536',
      '−1258498',
    ]);
    expect(result(12345678)).toBe('1.235\u00a0×\u00a010⁷');
  });

  it('are more if two results would look the same', () => {
    const { apart } = createFormatter('en');
    expect(apart(45.5, 45.49999993094752)).toEqual(['45.5', '45.4999999']);
    expect(apart(1, 1.0904)).toEqual(['1', '1.09']);
    expect(apart(2, 2)).toEqual(['2', '2']);
    expect(apart(1, 1 + 1e-12)).toEqual(['1', '1']);
    expect(apart(1, 1.00001, 5)).toEqual(['1', '1']);
    expect(createFormatter('en', () => 'full').apart(0.1, 0.1 + 0.2)).toEqual([
      '0.1',
      '0.30000000000000004',
    ]);
  });

  it('are limited, and not more than the default unless in full', () => {
    const shown = DIGITS.map((digits) => results(digits)(45.49999993094752));
    expect(shown).toEqual(['45.5', '45.5', '45.49999993', '45.49999993094752']);
    const stages = DIGITS.map((digits) => results(digits)(-1.2554995621091993e-8, 5));
    expect(stages).toEqual([
      '−1.255\u00a0×\u00a010⁻⁸',
      '−1.2555\u00a0×\u00a010⁻⁸',
      '−1.2555\u00a0×\u00a010⁻⁸',
      '−1.2554995621091993\u00a0×\u00a010⁻⁸',
    ]);
  });

  it('in full are all that the number has', () => {
    const { full } = createFormatter('zh-Hant');
    expect(full(0.1)).toBe('0.1');
    expect(full(2 ** 53 + 2)).toBe('9007199254740994');
    expect(full(1e15)).toBe('1\u00a0×\u00a010¹⁵');
    expect(full(-0)).toBe('0');
    expect([Number.NaN, -Infinity].map(full)).toEqual(['NaN', '−∞']);
  });
});

describe('numbers in other languages', () => {
  it('have their own decimal separator in every style', () => {
    const { number, result, full, integer } = createFormatter('de', () => 'full');
    expect([number(45.5), result(45.499999930947524), full(-0.1), integer(65536)]).toEqual([
      '45,5',
      '45,499999930947524',
      '−0,1',
      '65.536',
    ]);
  });

  it('keep the order of a product in text from right to left', () => {
    const { number, full } = createFormatter('he', undefined, 'rtl');
    expect(number(1.5e-8)).toBe('\u20661.5\u00a0×\u00a010⁻⁸\u2069');
    expect(full(1e21)).toBe('\u20661\u00a0×\u00a010²¹\u2069');
    expect(number(1.5)).toBe('1.5');
  });
});

it.each([
  [0, 1, '0%'],
  [0.0004, 1, '<0.1%'],
  [0.9994, 1, '99.9%'],
  [0.9997, 1, '>99.9%'],
  [0.997, 0, '>99%'],
  [1 - 2e-16, 1, '100%'],
  [Number.NaN, 1, '–'],
])('the share %d is nothing or all only if it is written so', (share, decimals, text) => {
  expect(shareText(createFormatter('en'), share, decimals)).toBe(text);
});
