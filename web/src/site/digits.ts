// SPDX-License-Identifier: MIT

import { keep, kept } from '../device/store.ts';
import { DIGITS, type Digits, USUAL_DIGITS } from '../i18n/numbers.ts';

const NAME = 'digits';

/** The reader's stored number of digits, or the default. */
export function storedDigits(): Digits {
  const stored = kept(NAME);
  return DIGITS.find((digits) => digits === stored) ?? USUAL_DIGITS;
}

/** Stores a number of digits for the next visit. */
export const storeDigits = (digits: Digits): void => keep(NAME, digits);
