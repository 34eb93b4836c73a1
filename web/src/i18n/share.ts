// SPDX-License-Identifier: MIT
import type { I18n } from './i18n.ts';

/** Shares closer to 1 differ from it only by the rounding of a sum. */
const ROUNDING = 1e-14;

/**
 * A share of a whole, such as a weight, in percent; – for NaN. 0% and 100% are only written if nothing or all is meant:
 * smaller and larger shares are written as "<0.1%" and ">99.9%".
 */
export function shareText(
  { percent }: Pick<I18n, 'percent'>,
  share = Number.NaN,
  decimals = 1,
): string {
  if (Number.isNaN(share)) return '–';
  const least = 10 ** -(decimals + 2);
  if (share > 0 && share < least / 2) return `<${percent(least, decimals)}`;
  if (share < 1 - ROUNDING && share >= 1 - least / 2) return `>${percent(1 - least, decimals)}`;
  return percent(share, decimals);
}
