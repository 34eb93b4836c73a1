// SPDX-License-Identifier: MIT
// Formulas for the bytes and multiply-adds of attention with n tokens of d components, in float32 and with one head.
// Tests compare the bytes with those that the engine requests, and the multiply-adds with the shapes of a real run.
import type { Engine } from '../../engine/index.ts';

/** Number of components of a token when the lesson measures times. */
export const WIDTH = 64;
/** Bytes of a float32. */
export const NUMBER = 4;
/** The tile of streaming attention: the numbers of queries and keys that it processes together. */
export const TILE: { readonly tileQueries: number; readonly tileKeys: number } = {
  tileQueries: 128,
  tileKeys: 90,
};
/** Number of n × n matrices that plain attention returns: scores, scaled scores, logits and weights. */
export const STAGES = 4;

export const matrixBytes = (n: number): number => NUMBER * n * n;

const outputBytes = (n: number, d: number): number => NUMBER * n * d;

export const stagesBytes = (n: number): number => STAGES * matrixBytes(n);

/** The queries (rows) and keys (columns) in a tile of streaming attention, each at most n. */
function tileSides(n: number, { tileQueries, tileKeys } = TILE) {
  return { rows: Math.min(tileQueries, n), columns: Math.min(tileKeys, n) };
}

export function tileScoresBytes(n: number): number {
  const { rows, columns } = tileSides(n);
  return NUMBER * rows * columns;
}

/**
 * Bytes of a tile of streaming attention: logits, queries, outputs, maxima and sums, and a flag for each key. The
 * engine also pads these to whole SIMD vectors, which is not counted here.
 */
export function tileBytes(n: number, d: number, tile = TILE): number {
  const { rows: queries, columns: keys } = tileSides(n, tile);
  return NUMBER * queries * (keys + 2 * d + 2) + keys;
}

/**
 * Bytes that plain attention needs in addition to its inputs: the n × n matrices that it returns, the output, and a flag
 * for each query.
 */
export const plainBytes = (n: number, d: number): number => stagesBytes(n) + outputBytes(n, d) + n;

/** Bytes of streaming attention without its inputs: the output, a log-sum-exp and a flag for each query, one tile. */
export const streamingBytes = (n: number, d: number, tile = TILE): number =>
  outputBytes(n, d) + (NUMBER + 1) * n + tileBytes(n, d, tile);

export const cacheBytes = (n: number, d: number): number => 2 * NUMBER * n * d;

/** Number of keys that are computed while n tokens are generated. Without a cache, step t computes t keys. */
export const keysOf = (n: number, isCached: boolean): number => (isCached ? n : (n * (n + 1)) / 2);

/** Multiply-adds of the four products with a d × d matrix: the projections to queries, keys, values and output. */
export const projectionWork = (n: number, d: number): number => 4 * n * d * d;

/** Multiply-adds of the feed-forward part: two matrices, d × 4d and 4d × d, as in most models. */
export const feedForwardWork = (n: number, d: number): number => 8 * n * d * d;

/** Multiply-adds for all pairs of tokens: each query times each key, and each weight times each value. */
export const scoreWork = (n: number, d: number): number => 2 * n * n * d;

/**
 * Multiply-adds of generating n tokens with a KV cache: for token t, its projections, its query times t keys, and its
 * weights times t values.
 */
export const cachedWork = (n: number, d: number): number => projectionWork(n, d) + n * (n + 1) * d;

/** Multiply-adds of generating n tokens without a KV cache: step t processes t tokens. Σt² = n(n + 1)(2n + 1)/6. */
export const repeatedWork = (n: number, d: number): number =>
  2 * d * d * n * (n + 1) + (d * n * (n + 1) * (2 * n + 1)) / 3;

/**
 * Counts the multiply-adds of a real call from the shapes of its results. Each entry of a product is a sum over d
 * components or over n keys.
 */
export function countedWork(engine: Engine, n: number, d: number) {
  const zeros = (rows: number) => ({ shape: [rows, d], data: new Float32Array(rows * d) });
  const [x, W] = [zeros(n), zeros(d)];
  const run = engine.multiHead({
    ...{ precision: 'float32', queries: x, keys: x, values: x, numHeads: 1 },
    ...{ W_q: W, W_k: W, W_v: W, W_o: W },
  });
  const { projectedQueries, projectedKeys, projectedValues, output, heads, concat } = run;
  const projected = [projectedQueries, projectedKeys, projectedValues, output];
  return {
    projections: projected.reduce((sum, { data }) => sum + data.length * d, 0),
    scores: heads.scores.data.length * d + concat.data.length * n,
  };
}
