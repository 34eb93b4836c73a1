// SPDX-License-Identifier: MIT
// Texts to compute with, and what is counted of the results.
import type { Engine, Tensor } from '../../engine/index.ts';
import { WIDTH } from './bytes.ts';

export const precision = 'float32';
type Rows = Tensor<Float32Array>;

export interface Tokens {
  readonly queries: Rows;
  readonly keys: Rows;
  readonly values: Rows;
}

/** A text of n tokens, drawn with a fixed seed. */
export function tokensOf(engine: Engine, n: number, width = WIDTH): Tokens {
  const draw = (stream: number) => engine.random({ precision, shape: [n, width], seed: 2, stream });
  return { queries: draw(1), keys: draw(2), values: draw(3) };
}

export const largestGap = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((most, x, i) => Math.max(most, Math.abs(x - (b[i] as number))), 0);

/** The first rows of a matrix, or those from one on. */
export function rowsOf({ shape, data }: Rows, from: number, to: number): Rows {
  const width = shape[1] as number;
  return { shape: [to - from, width], data: data.slice(from * width, to * width) };
}

/** Bytes of what lies in memory. */
export const bytesOf = (...parts: readonly Rows[]): number =>
  parts.reduce((sum, { data }) => sum + data.byteLength, 0);

/** Additive scores, and the hidden layer that they are the sum of: a matrix of m × n for each of its units. */
export function additiveOf(engine: Engine, { queries, keys }: Tokens) {
  const side = (stream: number) =>
    engine.random({ precision, shape: [WIDTH, WIDTH], seed: 3, stream, variance: 1 / WIDTH });
  const w_v = engine.random({ precision, shape: [WIDTH], seed: 3, stream: 3 });
  const parameters = { W_q: side(1), W_k: side(2) };
  const input = { precision, queries, keys } as const;
  const scores = engine.additiveScores({ ...input, ...parameters, w_v });
  const layer = Array.from({ length: WIDTH }, (_, h) => {
    const [W_q, W_k] = [parameters.W_q, parameters.W_k].map((W) => rowsOf(W, h, h + 1)) as [
      Rows,
      Rows,
    ];
    return engine.additiveScores({ ...input, W_q, W_k, w_v: { shape: [1], data: [1] } });
  });
  const sum = scores.data.map((_, i) =>
    layer.reduce((all, unit, h) => all + (w_v.data[h] as number) * (unit.data[i] as number), 0),
  );
  return {
    scores,
    layer,
    sum,
    call: () => void engine.additiveScores({ ...input, ...parameters, w_v }),
  };
}
