// SPDX-License-Identifier: MIT
import type { I18n } from './i18n.ts';

/** Shares within this distance of 1 count as 1, because sums of shares have rounding errors. */
const ROUNDING = 1e-14;

/**
 * Formats a share of a whole, such as a weight, in percent; NaN as "–". "0%" and "100%" stand only for exactly 0 and 1:
 * shares that would round to them are formatted as "<0.1%" and ">99.9%".
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
