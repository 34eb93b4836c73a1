// SPDX-License-Identifier: MIT

const DIGITS = '₀₁₂₃₄₅₆₇₈₉';

/** A letter with the number of an item, counted from 1: x₁, k₁₂. */
export const indexed = (letter: string, index: number): string =>
  letter + Array.from(String(index + 1), (digit) => DIGITS[Number(digit)]).join('');
