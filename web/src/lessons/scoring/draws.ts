// SPDX-License-Identifier: MIT
// The factors v of the network, whose scores a question asks about.
import type { Engine } from '../../engine/index.ts';

export const DRAWS = 200;

/** In the first draw with this seed, v is (5, −2). */
const SEED = 9;

const SIZES = [2, 3, 4, 5, 6];
/**
 * Factors v of opposite signs. The largest possible score, the sum of v and 1 are three different numbers, so that one
 * guess is right.
 */
const FACTORS = SIZES.flatMap((a) =>
  SIZES.flatMap((b) =>
    Math.abs(a - b) < 2
      ? []
      : [
          [a, -b],
          [-a, b],
        ],
  ),
);

/** The factors v of a draw. */
export function drawnFactors(engine: Engine, draw: number): readonly number[] {
  const { data } = engine.random({
    ...{ precision: 'float64', shape: [1], seed: SEED, stream: draw },
    ...{ distribution: 'uniform', variance: 1 / 12 },
  } as const);
  // Uniform numbers of variance 1/12 are from −½ to ½.
  const place = Math.floor(((data[0] as number) + 0.5) * FACTORS.length);
  return FACTORS[Math.min(Math.max(place, 0), FACTORS.length - 1)] as readonly number[];
}
