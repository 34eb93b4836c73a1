// SPDX-License-Identifier: MIT
import { quantile } from 'd3-array';

/** @typedef {{median: number, q1: number, q3: number}} Spread */

/**
 * The median and the quartiles of samples, NaN if there are none.
 * @param {readonly number[]} samples
 * @returns {Spread}
 */
export const spread = (samples) => ({
  median: quantile(samples, 0.5) ?? Number.NaN,
  q1: quantile(samples, 0.25) ?? Number.NaN,
  q3: quantile(samples, 0.75) ?? Number.NaN,
});

/**
 * The median and the quartiles of the ratios above/below in all rounds. Both times of a ratio are from the same round,
 * because a machine that is slow for a moment slows both candidates.
 * @param {readonly number[]} above  the times of one candidate, one per round
 * @param {readonly number[]} below  the times of another candidate in the same rounds
 */
export const ratios = (above, below) =>
  spread(above.map((value, round) => value / (below[round] ?? Number.NaN)));
