// SPDX-License-Identifier: MIT
import type { Claim } from './claim.ts';

/** For each lesson, the number of claims that each of its experiments decides. */
export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export function countClaims(claims: readonly Claim[]): Counts {
  const counts: Record<string, Record<string, number>> = {};
  for (const { lesson, experiment } of claims) {
    counts[lesson] ??= {};
    const own = counts[lesson];
    own[experiment] = (own[experiment] ?? 0) + 1;
  }
  return counts;
}
