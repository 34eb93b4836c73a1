// SPDX-License-Identifier: MIT
// Small inputs of every kind, which several tests of the engine use.
import type { Tensor } from '../../web/src/engine/index.ts';
import { randomTensor } from './support.ts';

/** A tensor of pseudo-random numbers in [−1, 1). */
export const signed = (shape: readonly number[], seed: number): Tensor => ({
  shape,
  data: Array.from(randomTensor(shape, seed).data, (x) => 2 * x - 1),
});

export const flags = (...shape: number[]): Tensor => ({
  shape,
  data: Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => (i % 3 === 2 ? 0 : 1)),
});

export const list = (...data: number[]): Tensor => ({ shape: [data.length], data });

export const PAIR = { queries: signed([3, 4], 1), keys: signed([5, 4], 2) };
export const BATCH = {
  queries: signed([2, 3, 4], 3),
  keys: signed([2, 5, 4], 4),
  values: signed([2, 5, 2], 5),
  keepMask: flags(3, 5),
  validLens: list(2, 5),
};
export const DROPOUT = { dropoutRate: 0.25, dropoutSeed: 7 };
export const ADDITIVE = {
  W_q: signed([6, 4], 6),
  W_k: signed([6, 4], 7),
  w_v: signed([6], 8),
  bias: signed([6], 9),
};
export const HEADS = {
  numHeads: 2,
  queries: BATCH.queries,
  keys: BATCH.keys,
  values: signed([2, 5, 4], 10),
  validLens: BATCH.validLens,
  W_q: signed([4, 4], 11),
  b_q: signed([4], 12),
  W_k: signed([4, 4], 13),
  W_v: signed([4, 4], 14),
  W_o: signed([3, 4], 15),
  b_o: signed([3], 16),
};
export const GRADIENT = { outputGradient: signed([2, 3, 2], 17) };
export const NORM = { x: signed([2, 3, 4], 1), gain: signed([4], 2) };
export const GROUPED = {
  grouped: true,
  queries: signed([2, 3, 4], 3),
  keys: signed([1, 5, 4], 4),
  values: signed([1, 5, 2], 5),
  scoreBias: signed([2, 1, 5], 21),
  causal: true,
  alignment: 'bottom_right',
} as const;
export const GROUPED_HEADS = {
  ...HEADS,
  numKvHeads: 1,
  W_k: signed([2, 4], 13),
  W_v: signed([2, 4], 14),
  scoreBias: signed([2, 3, 5], 22),
};
export const SQUARE = { queries: signed([4, 4], 1), keys: signed([4, 4], 2) };
export const TOKENS = { tokens: signed([4, 3], 1), W_q: signed([3, 2], 2), W_k: signed([3, 2], 3) };
export const TRAINER = {
  ...({ task: 'multi-head', optimizer: 'adam' } as const),
  ...{ numHeads: 2, queries: HEADS.queries, keys: HEADS.keys },
  ...{ values: HEADS.values, targets: signed([2, 3, 3], 20) },
  start: { W_q: HEADS.W_q, W_k: HEADS.W_k, W_v: HEADS.W_v, W_o: HEADS.W_o },
  learningRate: 0.1,
};
/** Two sequences of four tokens from a vocabulary of five, with target tokens. */
export const BATCHES = {
  tokens: { shape: [2, 4], data: [0, 1, 2, 3, 4, 3, 2, 1] },
  targets: { shape: [2, 4], data: [1, 2, 3, 4, 3, 2, 1, 0] },
  counts: { shape: [2, 4], data: [1, 1, 0, 1, 1, 1, 1, 1] },
};
export const CORPUS = list(0, 1, 2, 3, 4, 3, 2, 1, 0, 4);
export const LANGUAGE_MODEL = {
  ...{ vocabulary: 5, width: 6, layers: 2, heads: 2, hidden: 3, positions: 4, seed: 7 },
  optimizer: 'adam',
  learningRate: 0.05,
} as const;
