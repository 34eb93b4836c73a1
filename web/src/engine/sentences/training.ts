// SPDX-License-Identifier: MIT
// Architecture and training options of the sentence models: those in files, and those that readers train.

export const MODEL = { width: 32, layers: 2, heads: 2 } as const;

export const OPTIMIZER = {
  optimizer: 'adam',
  learningRate: 0.003,
  beta1: 0.9,
  beta2: 0.99,
} as const;

export const SEED = 1;
export const STEPS = 1000;
