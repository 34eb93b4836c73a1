// SPDX-License-Identifier: MIT
// Which shapes attention takes: asked of the engine itself, with tensors of ones.
import { AttentionError, type Engine, type Tensor } from '../../engine/index.ts';
import type { State } from './state.ts';

/** The leading axes, as document 000 prints them. */
export const BATCH_SIZE = 2;
export const NUM_HEADS = 4;

export interface Shapes {
  readonly queries: readonly number[];
  readonly keys: readonly number[];
  readonly values: readonly number[];
  /** What came of it: the shapes of scores, weights and output, or why the engine refused. */
  readonly answer:
    | {
        readonly scores: readonly number[];
        readonly weights: readonly number[];
        readonly output: readonly number[];
      }
    | AttentionError;
}

const ones = (shape: readonly number[]): Tensor => ({
  shape,
  data: new Float64Array(shape.reduce((product, side) => product * side, 1)).fill(1),
});

export function computeShapes({ sides, precision }: State, engine: Engine): Shapes {
  const [m = 1, n = 1, queryWidth = 1, keyWidth = 1, valueWidth = 1] = sides;
  const tensor = (rows: number, width: number) => ones([BATCH_SIZE, NUM_HEADS, rows, width]);
  const queries = tensor(m, queryWidth);
  const keys = tensor(n, keyWidth);
  const values = tensor(n, valueWidth);
  const shapes = { queries: queries.shape, keys: keys.shape, values: values.shape };
  try {
    const { scores, weights, output } = engine.attention({ precision, queries, keys, values });
    const answer = { scores: scores.shape, weights: weights.shape, output: output.shape };
    return { ...shapes, answer };
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    return { ...shapes, answer: error };
  }
}
