// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';

/**
 * The standard deviation √variance. It is computed in C++, like all numbers: a random number of the distribution
 * "signs" is ±√variance, and its absolute value is the result.
 */
export function deviationOf(engine: Engine, variance: number): number {
  if (!(variance >= 0)) return Number.NaN;
  const draw = { precision: 'float64', shape: [1], seed: 0, distribution: 'signs' } as const;
  return Math.abs(engine.random({ ...draw, variance }).data[0] as number);
}
