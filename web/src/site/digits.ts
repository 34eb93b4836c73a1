// SPDX-License-Identifier: MIT

import { keep, keptOption } from '../device/store.ts';
import { DIGITS, type Digits, USUAL_DIGITS } from '../i18n/number-format.ts';

const NAME = 'digits';

/** The number of digits of results that the reader has stored, or the default. */
export const storedDigits = (): Digits => keptOption(NAME, DIGITS) ?? USUAL_DIGITS;

export const storeDigits = (digits: Digits): void => keep(NAME, digits);
