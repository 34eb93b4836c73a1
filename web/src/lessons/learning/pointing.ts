// SPDX-License-Identifier: MIT
// The pointing task: each of six tokens learns to attend to its target token.

/** For each pattern, the index of each token's target. */
export const TARGETS = {
  swaps: [1, 0, 3, 2, 5, 4],
  threes: [1, 2, 0, 4, 5, 3],
  six: [1, 2, 3, 4, 5, 0],
  identity: [0, 1, 2, 3, 4, 5],
} as const satisfies Readonly<Record<string, readonly number[]>>;
export type Pattern = keyof typeof TARGETS;

/**
 * The smallest loss of a model with W_q = W_k, whose scores form a positive semidefinite matrix. The loss is
 * convex in the scores, so there is an optimum that does not change if the tokens of a cycle are rotated. For cycles of
 * two and three, equal scores within a cycle are optimal. For the cycle of six, place the tokens on a circle: the score
 * of two tokens that are j steps apart is c · cos(πj/3). The loss is the minimum over c of
 * ln Σ_j exp(c · cos(πj/3)) − c/2.
 */
export const TIED_BOUNDS: Readonly<Record<Pattern, number>> = {
  swaps: Math.log(2),
  threes: Math.log(3),
  six: 1.523559403754983,
  identity: 0,
};
