// SPDX-License-Identifier: MIT

/** Returns the next pseudorandom integer from 0 to 2³² − 1. The sequence is the same on every platform. */
export type Random = () => number;

/** Hashes a 32-bit number. Source: C. Wellons, "Prospecting for hash functions": lowbias32 */
function mixed(x: number): number {
  let bits = x >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Creates a pseudorandom generator. Different lists of seeds give independent sequences. */
export function randomOf(...seeds: readonly number[]): Random {
  const start = seeds.reduce((bits, seed) => mixed(bits ^ mixed(seed + 0x9e3779b9)), 1);
  let count = 0;
  return () => mixed(start + Math.imul(++count, 0x9e3779b9));
}

/** A random integer from 0 to limit − 1. The relative error of each probability is below limit/2³². */
export const below = (random: Random, limit: number): number =>
  Math.floor((random() / 2 ** 32) * limit);
