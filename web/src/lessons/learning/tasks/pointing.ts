// SPDX-License-Identifier: MIT
import type { Permutation } from '../state.ts';

/** The six tokens, which are one-hot vectors. */
export const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;

/** Number of components of a query and of a key. */
export const POINTING_WIDTH = 8;

/** For each permutation, the index of each token's target. */
export const TARGETS: Readonly<Record<Permutation, readonly number[]>> = {
  identity: [0, 1, 2, 3, 4, 5],
  swaps: [1, 0, 3, 2, 5, 4],
  threes: [1, 2, 0, 4, 5, 3],
  six: [1, 2, 3, 4, 5, 0],
};

/**
 * The smallest loss of a pointing model with W_q = W_k, whose scores form a positive semidefinite matrix. The loss is
 * convex in the scores, so there is an optimum that does not change if the tokens of a cycle are rotated. For cycles of
 * two and three, equal scores within a cycle are optimal. For the cycle of six, place the tokens on a circle: the score
 * of two tokens that are j steps apart is c · cos(πj/3). The loss is the minimum over c of
 * ln Σ_j exp(c · cos(πj/3)) − c/2.
 */
export const TIED_BOUNDS: Readonly<Record<Permutation, number>> = {
  identity: 0,
  swaps: Math.log(2),
  threes: Math.log(3),
  six: 1.523559403754983,
};
