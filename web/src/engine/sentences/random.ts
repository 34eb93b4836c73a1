// SPDX-License-Identifier: MIT

/** Whole numbers from 0 to below 2³², the same on every platform. */
export type Random = () => number;

/** Well-mixed bits of x. Source: C. Wellons, "Prospecting for hash functions", lowbias32 */
function mixed(x: number): number {
  let bits = x >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** A sequence of its own for every list of whole numbers. */
export function randomOf(...seeds: readonly number[]): Random {
  const start = seeds.reduce((bits, seed) => mixed(bits ^ mixed(seed + 0x9e3779b9)), 1);
  let count = 0;
  return () => mixed(start + Math.imul(++count, 0x9e3779b9));
}

/** A whole number from 0 to below `limit`; the bias is below limit/2³². */
export const below = (random: Random, limit: number): number =>
  Math.floor((random() / 2 ** 32) * limit);
