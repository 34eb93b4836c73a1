// SPDX-License-Identifier: MIT
import type { Engine, Tensor } from '../../engine/index.ts';
import {
  matrixBytes,
  multiplyAdds,
  outputBytes,
  plainBytes,
  stagesBytes,
  streamingBytes,
  tileBytes,
} from './bytes.ts';
import type { State } from './state.ts';

/** One query and eight keys, small enough to be followed by hand. */
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

/** What streaming attention knows once some of the keys have come by. */
export interface Step {
  /** The first and the last key of the tile, from 1 on. */
  readonly from: number;
  readonly to: number;
  readonly logits: readonly number[];
  /** The largest logit so far. */
  readonly largest: number;
  /** ln Σ exp of all logits so far. */
  readonly logSumExp: number;
  readonly output: readonly number[];
}

/** All numbers that the lesson shows, but for what a run measures. */
export interface Numbers {
  readonly cost: {
    readonly matrix: number;
    readonly stages: number;
    readonly output: number;
    readonly tile: number;
    readonly plain: number;
    readonly streaming: number;
    readonly multiplyAdds: number;
  };
  /** Of the small example: every stage at once. */
  readonly logits: readonly number[];
  readonly weights: readonly number[];
  readonly output: readonly number[];
  /** The same, a tile of keys at a time. */
  readonly steps: readonly Step[];
}

const rows = (data: readonly (readonly number[])[]): Tensor => ({
  shape: [data.length, data[0]?.length ?? 0],
  data: data.flat(),
});

/**
 * Where a query that sees only the first i keys ends is where one that sees all of them stands after i: so one call
 * gives every step.
 */
function streamed(engine: Engine, tile: number, logits: readonly number[]): Step[] {
  const { output, logSumExp } = engine.streamingAttention({
    precision: 'float64',
    queries: rows(KEYS.map(() => QUERY)),
    keys: rows(KEYS),
    values: rows(VALUES),
    causal: true,
    tileKeys: tile,
  });
  const width = output.shape.at(-1) as number;
  return Array.from({ length: Math.ceil(KEYS.length / tile) }, (_, i) => {
    const to = Math.min((i + 1) * tile, KEYS.length);
    return {
      from: i * tile + 1,
      to,
      logits: logits.slice(i * tile, to),
      largest: Math.max(...logits.slice(0, to)),
      logSumExp: logSumExp.data[to - 1] as number,
      output: Array.from(output.data.slice((to - 1) * width, to * width)),
    };
  });
}

/** @throws AttentionError */
export function compute({ n, tile }: State, engine: Engine): Numbers {
  const { scaledScores, weights, output } = engine.attention({
    precision: 'float64',
    queries: rows([QUERY]),
    keys: rows(KEYS),
    values: rows(VALUES),
  });
  const logits = Array.from(scaledScores.data);
  return {
    cost: {
      matrix: matrixBytes(n),
      stages: stagesBytes(n),
      output: outputBytes(n),
      tile: tileBytes(n),
      plain: plainBytes(n),
      streaming: streamingBytes(n),
      multiplyAdds: multiplyAdds(n),
    },
    logits,
    weights: Array.from(weights.data),
    output: Array.from(output.data),
    steps: streamed(engine, Number(tile), logits),
  };
}
