// SPDX-License-Identifier: MIT

const DIGITS = '₀₁₂₃₄₅₆₇₈₉';
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A letter with the number of an item, counted from 1: x₁, k₁₂. */
export const indexed = (letter: string, index: number): string =>
  letter + Array.from(String(index + 1), (digit) => DIGITS[Number(digit)]).join('');

/** A power of ten, with a natural number as the exponent: 10¹². */
export const powerOfTen = (exponent: number): string =>
  `10${Array.from(String(exponent), (digit) => RAISED[Number(digit)]).join('')}`;
