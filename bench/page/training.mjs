// SPDX-License-Identifier: MIT

/** The options of Adam for every library: those of the sentence models in web/src/engine/sentences/training.ts. */
export const ADAM = { learningRate: 0.003, beta1: 0.9, beta2: 0.99, epsilon: 1e-8 };
