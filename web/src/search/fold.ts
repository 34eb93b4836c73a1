// SPDX-License-Identifier: MIT
import { simplified, traditional } from './traditional.json';

const SIMPLIFIED = new Map([...traditional].map((from, i) => [from, simplified[i]]));

/**
 * Removes differences that a search ignores: case, accents, full-width forms, kinds of hyphens, "√" and "sqrt", and
 * Chinese scripts. Traditional characters become Simplified ones.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}^]/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replaceAll('√', 'sqrt ')
    .toLowerCase()
    .replace(/\p{Script=Han}/gu, (character) => SIMPLIFIED.get(character) ?? character);
