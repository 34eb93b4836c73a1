// SPDX-License-Identifier: MIT
import type { Permutation } from '../state.ts';

/** Six tokens that are known by their places alone. */
export const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;

/** Components of a query and of a key. */
export const POINTING_WIDTH = 8;

/** The token that each is to point to. */
export const TARGETS: Readonly<Record<Permutation, readonly number[]>> = {
  identity: [0, 1, 2, 3, 4, 5],
  swaps: [1, 0, 3, 2, 5, 4],
  threes: [1, 2, 0, 4, 5, 3],
  six: [1, 2, 3, 4, 5, 0],
};

/**
 * The least loss of a model with W_q = W_k, whose scores are a positive semi-definite matrix. The loss is convex in the scores, so
 * among the best ones is one that is the same for every token of a cycle. Pairs and threes then do no better than equal
 * scores within a cycle. Of six it is the cosine of the angle around the circle, times a number c: the minimum over c of
 * ln Σ_j exp(c cos(πj/3)) − c/2.
 */
export const TIED_BOUNDS: Readonly<Record<Permutation, number>> = {
  identity: 0,
  swaps: Math.log(2),
  threes: Math.log(3),
  six: 1.523559403754983,
};
