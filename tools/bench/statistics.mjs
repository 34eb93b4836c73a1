// SPDX-License-Identifier: MIT

/** @typedef {{median: number, q1: number, q3: number}} Spread */

/**
 * A quantile of the samples, with linear interpolation between neighbouring samples.
 * @param {readonly number[]} samples  must not be empty
 * @param {number} share  in [0, 1]; 0.5 is the median
 */
export function quantile(samples, share) {
  if (samples.length === 0) throw new RangeError('quantile: expected samples, got none');
  const sorted = [...samples].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = /** @type {number} */ (sorted[Math.floor(place)]);
  const above = /** @type {number} */ (sorted[Math.ceil(place)]);
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * @param {readonly number[]} samples
 * @returns {Spread}
 */
export const spread = (samples) => ({
  median: quantile(samples, 0.5),
  q1: quantile(samples, 0.25),
  q3: quantile(samples, 0.75),
});

/**
 * The median and the quartiles of the ratios above/below in all rounds. Both times of a ratio are from the same round,
 * because a machine that is slow for a moment slows both candidates.
 * @param {readonly number[]} above  the times of one candidate, one per round
 * @param {readonly number[]} below  the times of another candidate in the same rounds
 * @returns {Spread}
 */
export function ratios(above, below) {
  if (above.length !== below.length)
    throw new RangeError(`ratios: expected ${above.length} rounds, got ${below.length}`);
  return spread(above.map((value, round) => value / /** @type {number} */ (below[round])));
}

/**
 * A copy of the items in random order. All orders have the same probability.
 * @template T
 * @param {readonly T[]} items
 * @param {() => number} [random]  returns numbers in [0, 1)
 */
export function shuffled(items, random = Math.random) {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const moved = /** @type {T} */ (order[last]);
    order[last] = /** @type {T} */ (order[other]);
    order[other] = moved;
  }
  return order;
}
