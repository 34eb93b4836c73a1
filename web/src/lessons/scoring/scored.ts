// SPDX-License-Identifier: MIT
import type { Tensor } from '../../engine/index.ts';

/** The index of the largest entry. Undefined if several entries are the largest. */
export function bestOf(row: readonly number[]): number | undefined {
  const most = Math.max(...row);
  return row.indexOf(most) === row.lastIndexOf(most) ? row.indexOf(most) : undefined;
}

/** What a score function makes of the keys of one query. */
export interface Scored {
  readonly scores: readonly number[];
  readonly weights: readonly number[];
  /** The index of the key with the highest score. Undefined if several keys have this score. */
  readonly best: number | undefined;
}

/** A number without an error of rounding, and without a negative 0, which would be written as −0. */
export const clean = (x: number): number => Math.round(x * 1e12) / 1e12 + 0;

export function scoredOf({
  scaledScores,
  weights,
}: Readonly<Record<'scaledScores' | 'weights', Tensor>>): Scored {
  const scores = Array.from(scaledScores.data, clean);
  return { scores, weights: Array.from(weights.data), best: bestOf(scores) };
}
