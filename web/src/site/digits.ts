// SPDX-License-Identifier: MIT

import { keep, kept } from '../device/store.ts';
import { DIGITS, type Digits, USUAL_DIGITS } from '../i18n/number-format.ts';

const NAME = 'digits';

/** The number of digits of results that the reader has stored, or the default. */
export function storedDigits(): Digits {
  const stored = kept(NAME);
  return DIGITS.find((digits) => digits === stored) ?? USUAL_DIGITS;
}

export const storeDigits = (digits: Digits): void => keep(NAME, digits);
