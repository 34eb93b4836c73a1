// SPDX-License-Identifier: MIT
// Generates random inputs for the time measurements and the experiments on claims, and helps to evaluate their results.
import type { Engine, Tensor } from '../../engine/index.ts';
import { WIDTH } from './counts.ts';

export const precision = 'float32';
/**
 * Tolerance for the difference between the outputs of two methods that is due to rounding. A sum of d products of size
 * 1 has an error of about √d · 2⁻²⁴, and the largest of many errors is a few times as large.
 */
export const ROUNDING = 4 * Math.sqrt(WIDTH) * 2 ** -24;

type Rows = Tensor<Float32Array>;

export interface Tokens {
  readonly queries: Rows;
  readonly keys: Rows;
  readonly values: Rows;
}

/** The queries, keys and values of a text of n tokens, drawn with a fixed seed. */
export function tokensOf(engine: Engine, n: number, width = WIDTH): Tokens {
  const draw = (stream: number) => engine.random({ precision, shape: [n, width], seed: 2, stream });
  return { queries: draw(1), keys: draw(2), values: draw(3) };
}

/** The rows from `from` to `to` − 1 of a matrix. */
export function rowsOf<Data extends Float32Array | Float64Array>(
  { shape, data }: Tensor<Data>,
  from: number,
  to: number,
): Tensor<Data> {
  const width = shape[1] as number;
  return { shape: [to - from, width], data: data.slice(from * width, to * width) as Data };
}

export const bytesOf = (...parts: readonly Rows[]): number =>
  parts.reduce((sum, { data }) => sum + data.byteLength, 0);

/**
 * Computes additive scores with random parameters. Also returns their hidden layer, an m × n matrix for each of `WIDTH`
 * units; the scores as a weighted sum over this layer; and a function that repeats the call, so that it can be timed.
 */
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
