// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import { type Matrix, matrix } from '../matrix.ts';
import { stagesBytes, tileBytes } from './counts.ts';

export interface State {
  /** Number of tokens in the text. */
  readonly n: number;
  /** Number of components of a token. */
  readonly d: number;
  /** Number of keys in a tile (a block of keys that is processed together) of the small example. */
  readonly tile: number;
}

export const EXAMPLE: State = Object.freeze({ n: 2048, d: 64, tile: 2 });

/** A small example with one query and eight keys, so that readers can check it by hand. */
export const QUERY = [1.5, -0.5] as const;
export const KEYS = [
  [0, 1],
  [1, 0],
  [2, -1],
  [1, 1],
  [3, 0],
  [0, -1],
  [2, 2],
  [4, 1],
] as const;
export const VALUES = [
  [1, 0],
  [0, 1],
  [2, 2],
  [-1, 1],
  [3, 0],
  [1, -2],
  [0, 3],
  [2, -1],
] as const;

interface Example {
  readonly query: readonly number[];
  readonly keys: Matrix;
  readonly values: Matrix;
}

/**
 * Computes the intermediate results of an example after each tile of keys. The example's query is repeated for each
 * key. With a causal mask, query i attends to the first i keys, so its output equals the example's output after i keys.
 * One call of the engine therefore computes all intermediate results.
 */
function streamed(
  engine: Engine,
  { query, keys, values }: Example,
  tile: number,
  logits: readonly number[],
) {
  const { output, logSumExp } = engine.streamingAttention({
    precision: 'float64',
    queries: matrix(...keys.map(() => query)),
    keys: matrix(...keys),
    values: matrix(...values),
    causal: true,
    tileKeys: tile,
  });
  const width = output.shape.at(-1) as number;
  return Array.from({ length: Math.ceil(keys.length / tile) }, (_, i) => {
    const to = Math.min((i + 1) * tile, keys.length);
    return {
      /** The first and the last key of the tile, counted from 1. */
      from: i * tile + 1,
      to,
      logits: logits.slice(i * tile, to),
      largest: Math.max(...logits.slice(0, to)),
      /** ln Σ exp(logit) over the logits of all tiles so far. */
      logSumExp: logSumExp.data[to - 1] as number,
      output: Array.from(output.data.slice((to - 1) * width, to * width)),
    };
  });
}

/** Computes an example with plain attention, and tile by tile with streaming attention. */
export function exampleOf(engine: Engine, example: Example, tile: number) {
  const { scaledScores, weights, output } = engine.attention({
    precision: 'float64',
    queries: matrix(example.query),
    keys: matrix(...example.keys),
    values: matrix(...example.values),
  });
  const logits = Array.from(scaledScores.data);
  return {
    logits,
    weights: Array.from(weights.data),
    output: Array.from(output.data),
    steps: streamed(engine, example, tile, logits),
  };
}

export function compute({ n, d, tile }: State, engine: Engine) {
  return {
    /** The bytes of plain attention's n × n matrices, and of one tile of streaming attention. */
    stagesBytes: stagesBytes(n),
    tileBytes: tileBytes(n, d),
    ...exampleOf(engine, { query: QUERY, keys: KEYS, values: VALUES }, tile),
  };
}

export type Numbers = ReturnType<typeof compute>;
