// SPDX-License-Identifier: MIT
// The parts of a layer. The engine's small module has no norm and no GELU, so both are computed here.
import type { Engine, SentenceModel, Tensor } from '../../engine/index.ts';
import { identity, type Matrix, matrix, rowsOf } from '../matrix.ts';

/** As in the library: added under the square root, so that a row of zeros stays zero. */
const EPSILON = 1e-5;

/** RMS norm: divides each row by the square root of the mean of its squares. */
export const normalised = (rows: Matrix): Matrix =>
  rows.map((row) => {
    const square = row.reduce((sum, x) => sum + x * x, 0) / row.length;
    return row.map((x) => x / Math.sqrt(square + EPSILON));
  });

/** GELU as GPT-2 computes it, with tanh. */
export const gelu = (x: number): number =>
  0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));

export const plus = (a: Matrix, b: Matrix): Matrix =>
  a.map((row, i) => row.map((x, j) => x + (b[i]?.[j] ?? 0)));

/** The columns of all matrices, as the rows of one: multi-head attention expects a row for each output. */
const columnsOf = (matrices: readonly Tensor[]): Tensor =>
  matrix(
    ...matrices.flatMap((one) => {
      const rows = rowsOf(one);
      return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] as number));
    }),
  );

/** Attention of rows of numbers, one for each word. */
export type Attend = (rows: Matrix) => { readonly output: Matrix; readonly weights: Matrix };

/**
 * The attention of the model's first layer, with its trained queries and keys. The values are the words themselves, so
 * that only the mixing remains. The weights are the mean of the heads' weights.
 */
export function attention(engine: Engine, { heads, embeddings }: SentenceModel): Attend {
  const own = heads.filter(({ layer }) => layer === 0);
  const same = identity(embeddings.shape[1] ?? 0);
  const matrices = {
    ...{ W_q: columnsOf(own.map(({ W_q }) => W_q)), W_k: columnsOf(own.map(({ W_k }) => W_k)) },
    ...{ W_v: same, W_o: same },
  };
  return (rows) => {
    const x = matrix(...rows);
    const { output, heads: found } = engine.multiHead({
      ...{ precision: 'float64', queries: x, keys: x, values: x, numHeads: own.length },
      ...{ causal: true, ...matrices },
    });
    const each = own.map((_, head) => rowsOf(found.weights, head));
    const weights = rows.map((_, i) =>
      rows.map((_, j) => each.reduce((sum, one) => sum + (one[i]?.[j] ?? 0), 0) / own.length),
    );
    return { output: rowsOf(output), weights };
  };
}

/** How many numbers the feed-forward part makes of each number of a word, before it goes back. */
export const WIDER = 4;
const SEED = 10;

/** The feed-forward part: two matrices, here random ones, and GELU between them. */
export function feedForward(engine: Engine, width: number): (rows: Matrix) => Matrix {
  const precision = 'float64';
  const random = (stream: number, outputs: number, inputs: number) =>
    engine.random({
      ...{ precision, seed: SEED, stream, shape: [outputs, inputs] },
      variance: 1 / inputs,
    });
  const [into, back] = [random(0, WIDER * width, width), random(1, width, WIDER * width)];
  const times = (rows: Matrix, keys: Tensor): Matrix =>
    rowsOf(engine.scaledDotScores({ precision, queries: matrix(...rows), keys, divisor: 'none' }));
  return (rows) =>
    times(
      times(rows, into).map((row) => row.map(gelu)),
      back,
    );
}
