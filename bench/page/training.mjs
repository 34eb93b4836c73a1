// SPDX-License-Identifier: MIT

/** What every candidate trains with: that of the lesson on learning. */
export const ADAM = { learningRate: 0.003, beta1: 0.9, beta2: 0.99, epsilon: 1e-8 };
