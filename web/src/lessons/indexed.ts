// SPDX-License-Identifier: MIT

const DIGITS = '₀₁₂₃₄₅₆₇₈₉';
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A letter with a subscript, the number of an item. `index` counts from 0, the subscript from 1: ("x", 0) gives x₁. */
export const indexed = (letter: string, index: number): string =>
  letter + Array.from(String(index + 1), (digit) => DIGITS[Number(digit)]).join('');

/** A power of ten, with a natural number as the exponent: 10¹². */
export const powerOfTen = (exponent: number): string =>
  `10${Array.from(String(exponent), (digit) => RAISED[Number(digit)]).join('')}`;
