// SPDX-License-Identifier: MIT
// Computes what the two attention classes in document 001 (a source text, see web/src/ledger) compute, for inputs with
// known results.
import type { AttentionInput, Engine, Tensor } from '../../engine/index.ts';

const precision = 'float64';

/** Inputs in which all widths differ: two queries with 3 components, four keys with 2, and two hidden units. */
export const INPUTS = {
  queries: { shape: [1, 2, 3], data: [1, 0.5, -1, 0.2, -0.3, 0.8] },
  keys: { shape: [1, 4, 2], data: [1, 0, 0, 1, -1, 2, 0.5, 0.5] },
  values: { shape: [1, 4, 2], data: [0, 1, 2, 3, 4, 5, 6, 7] },
  W_q: { shape: [2, 3], data: [0.5, -0.25, 0.1, 0.3, 0.2, -0.4] },
  W_k: { shape: [2, 2], data: [0.7, -0.6, 0.2, 0.9] },
  w_v: { shape: [2], data: [1.5, -2] },
} as const satisfies Record<string, Tensor>;

const FIRST_QUERY: Tensor = { shape: [1, 1, 3], data: [1, 0.5, -1] };

const additive: AttentionInput<'float64'> = { precision, score: 'additive', ...INPUTS };

/** Computes what the class AdditiveAttention of source document 001 computes. */
export const additiveClass = (engine: Engine) => engine.attention(additive);

/** Computes what AdditiveAttention computes for only the first query. */
export const oneQuery = (engine: Engine) => engine.attention({ ...additive, queries: FIRST_QUERY });

/**
 * The dot product of W_q q and W_k k for the first query and the first key. Source document 003 calls this score Mul.
 */
export function multiplicative(engine: Engine): number {
  const project = (x: Tensor, W: Tensor) =>
    engine.scaledDotScores({ precision, queries: x, keys: W, divisor: 'none' });
  const queries = project({ shape: [1, 3], data: [1, 0.5, -1] }, INPUTS.W_q);
  const keys = project({ shape: [1, 2], data: [1, 0] }, INPUTS.W_k);
  const { data } = engine.scaledDotScores({ precision, queries, keys, divisor: 'none' });
  return data[0] as number;
}

/**
 * The hidden units of the additive score for the first query and the first key, and the inner and the outer product of
 * these units with v.
 */
export function hiddenLayer(engine: Engine) {
  const { W_q, W_k, w_v } = INPUTS;
  const unit = (r: number) => {
    const data = w_v.data.map((_, i) => (i === r ? 1 : 0));
    const of = { W_q, W_k, w_v: { shape: [2], data } };
    const { scores } = engine.attention({ ...additive, ...of, queries: FIRST_QUERY });
    return scores.data[0] as number;
  };
  const units = [unit(0), unit(1)];
  const product = (shape: readonly number[]) =>
    engine.scaledDotScores({
      ...{ precision, queries: { shape, data: w_v.data }, keys: { shape, data: units } },
      divisor: 'none',
    });
  return { inner: product([1, 2]), outer: product([2, 1]) };
}

/** The derivative of the output's first entry with respect to each parameter. */
export const gradientOf = (engine: Engine) =>
  engine.attentionGradient({
    ...additive,
    outputGradient: { shape: [1, 2, 2], data: [1, 0, 0, 0] },
  });

/**
 * Computes what the class DotProductAttention of source document 001 computes for one query and five keys, of which the
 * last two are padding.
 */
export const dotClass = (engine: Engine) =>
  engine.attention({
    precision,
    queries: { shape: [1, 1, 2], data: [-0.0518, -0.075] },
    keys: {
      shape: [1, 5, 2],
      data: [-1.8923, 0.8024, 0.4288, 1.762, 0.2093, -1.1002, -0.6499, 1.1281, -0.6689, -1.4351],
    },
    values: { shape: [1, 5, 1], data: [1, 2, 3, 4, 5] },
    validLens: { shape: [1], data: [3] },
    maskMethod: 'fill',
    fill: -1e6,
  });

/** The number of axes of a tensor after PyTorch's `squeeze(1)`, which removes the second axis if its length is 1. */
export const squeezed = (shape: readonly number[]): number =>
  shape[1] === 1 ? shape.length - 1 : shape.length;
