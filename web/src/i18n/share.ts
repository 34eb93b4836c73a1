// SPDX-License-Identifier: MIT
import type { I18n } from './i18n.ts';

/**
 * The smallest share that is written as its own percentage. A smaller one is written as "<0.1%", because 0% would say
 * that it is 0.
 */
const LEAST = 0.001;

/** A share of a whole, such as a weight, in percent with one decimal; – for NaN. */
export function shareText({ percent }: Pick<I18n, 'percent'>, share = Number.NaN): string {
  if (Number.isNaN(share)) return '–';
  return share > 0 && share < LEAST ? `<${percent(LEAST, 1)}` : percent(share, 1);
}

/** A weight of softmax, which is never all of a whole: one that rounds to 100% is written as ">99.9%". */
export const weightText = (i18n: Pick<I18n, 'percent'>, weight = Number.NaN): string =>
  weight < 1 && weight >= 1 - LEAST / 2
    ? `>${i18n.percent(1 - LEAST, 1)}`
    : shareText(i18n, weight);
