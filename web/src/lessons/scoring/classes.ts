// SPDX-License-Identifier: MIT
// Document 001's two attention classes as what they compute, with inputs that were worked out apart.
import type { AttentionInput, Engine, Tensor } from '../../engine/index.ts';

const precision = 'float64';

/** Two queries of 3 components, four keys of 2, and two hidden units: widths may differ. */
export const EXAMPLE = {
  queries: { shape: [1, 2, 3], data: [1, 0.5, -1, 0.2, -0.3, 0.8] },
  keys: { shape: [1, 4, 2], data: [1, 0, 0, 1, -1, 2, 0.5, 0.5] },
  values: { shape: [1, 4, 2], data: [0, 1, 2, 3, 4, 5, 6, 7] },
  W_q: { shape: [2, 3], data: [0.5, -0.25, 0.1, 0.3, 0.2, -0.4] },
  W_k: { shape: [2, 2], data: [0.7, -0.6, 0.2, 0.9] },
  w_v: { shape: [2], data: [1.5, -2] },
} as const satisfies Record<string, Tensor>;

const FIRST_QUERY: Tensor = { shape: [1, 1, 3], data: [1, 0.5, -1] };

const additive: AttentionInput<'float64'> = { precision, score: 'additive', ...EXAMPLE };

/** What AdditiveAttention computes, once it is one class. */
export const additiveClass = (engine: Engine) => engine.attention(additive);

/** The same with its first query alone. */
export const oneQuery = (engine: Engine) => engine.attention({ ...additive, queries: FIRST_QUERY });

/** Of the first query with the first key: W_q q, W_k k, and their dot product, which document 003 calls Mul. */
export function multiplicative(engine: Engine): number {
  const project = (x: Tensor, W: Tensor) =>
    engine.scaledDotScores({ precision, queries: x, keys: W, divisor: 'none' });
  const queries = project({ shape: [1, 3], data: [1, 0.5, -1] }, EXAMPLE.W_q);
  const keys = project({ shape: [1, 2], data: [1, 0] }, EXAMPLE.W_k);
  const { data } = engine.scaledDotScores({ precision, queries, keys, divisor: 'none' });
  return data[0] as number;
}

/** The hidden units of that pair, one at a time, and their inner and outer product with v. */
export function hiddenLayer(engine: Engine) {
  const { W_q, W_k, w_v } = EXAMPLE;
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

/** How the first number of the output changes with each parameter. */
export const gradientOf = (engine: Engine) =>
  engine.attentionGradient({
    ...additive,
    outputGradient: { shape: [1, 2, 2], data: [1, 0, 0, 0] },
  });

/** What DotProductAttention computes: one query, five keys, the last two of them padding. */
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

/** The axes that are left when `squeeze(1)` has taken one of length 1 away. */
export const squeezed = (shape: readonly number[]): number =>
  shape[1] === 1 ? shape.length - 1 : shape.length;
