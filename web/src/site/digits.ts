// SPDX-License-Identifier: MIT
import { DIGITS, type Digits, USUAL_DIGITS } from '../i18n/numbers.ts';

const STORAGE_KEY = 'attention-lab.digits';

/** The reader's stored number of digits; the usual one where none is stored or the host forbids a store. */
export function storedDigits(): Digits {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return DIGITS.find((digits) => digits === stored) ?? USUAL_DIGITS;
  } catch {
    return USUAL_DIGITS;
  }
}

/** Keeps a number of digits for the next visit. */
export function storeDigits(digits: Digits): void {
  try {
    localStorage.setItem(STORAGE_KEY, digits);
  } catch {
    // Without a store the choice lasts as long as the page.
  }
}
