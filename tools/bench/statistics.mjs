// SPDX-License-Identifier: MIT

/** @typedef {{median: number, q1: number, q3: number}} Spread */

/**
 * The value below which a share of the samples lies, between two samples by their distance to it.
 * @param {readonly number[]} samples  at least one
 * @param {number} share  in [0, 1]
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
 * How two candidates compare within each round, which a machine that slows down slows alike.
 * @param {readonly number[]} above
 * @param {readonly number[]} below  of the same rounds
 * @returns {Spread}
 */
export function ratios(above, below) {
  if (above.length !== below.length)
    throw new RangeError(`ratios: expected ${above.length} rounds, got ${below.length}`);
  return spread(above.map((value, round) => value / /** @type {number} */ (below[round])));
}

/**
 * The items in a random order, each order as likely as any other.
 * @template T
 * @param {readonly T[]} items
 * @param {() => number} [random]  in [0, 1)
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
