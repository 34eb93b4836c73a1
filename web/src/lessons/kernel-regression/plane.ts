// SPDX-License-Identifier: MIT
import type { Engine, Tensor } from '../../engine/index.ts';
import { rowsOf } from '../matrix.ts';
import { KEY_COUNT, QUERY_COUNT, type State } from './state.ts';

type Pair = readonly [first: number, second: number];

/** The results of all steps of the computation for one query and all keys. */
export interface QueryStages {
  readonly scores: readonly number[];
  /** The scores divided by the divisor that the state selects. */
  readonly logits: readonly number[];
  readonly weights: readonly number[];
  /** The predicted weight in kg and height in cm. */
  readonly output: Pair;
  /** The indices of the keys with the largest score. Several if they tie. */
  readonly winners: readonly number[];
  /** Frobenius norm of the Jacobian of softmax at these logits. */
  readonly jacobianNorm: number;
}

export interface PlaneNumbers {
  readonly queries: readonly QueryStages[];
  /** Q Kᵀ, of shape (2, 3). */
  readonly dots: readonly (readonly number[])[];
  /** Q Kᵀ V without softmax, of shape (2, 2). */
  readonly product: readonly (readonly number[])[];
}

export const KEYS = Array.from({ length: KEY_COUNT }, (_, key) => key);

const pairs = (data: ArrayLike<number>): Tensor => ({ shape: [data.length / 2, 2], data });

/**
 * All stages of attention for queries, which are given as waist, chest, waist, chest, …
 * @throws AttentionError
 */
export function attendTo(queries: readonly number[], state: State, engine: Engine) {
  const { precision, planeScore: score, planeDivisor: divisor } = state;
  const divided =
    divisor === 'number' ? { divisor, divisorNumber: state.planeDivisorNumber } : { divisor };
  return engine.attention({
    precision,
    queries: pairs(queries),
    keys: pairs(state.planeKeys),
    values: pairs(state.planeValues),
    score,
    ...(score === 'gaussian' ? { sigma: state.planeSigma } : divided),
  });
}

/** The indices of the keys with the largest score in row number `row` of `scores`. */
export function winnersIn(scores: ArrayLike<number>, row: number): readonly number[] {
  const own = KEYS.map((key) => scores[KEY_COUNT * row + key] as number);
  const highest = Math.max(...own);
  return KEYS.filter((key) => own[key] === highest);
}

/** @throws AttentionError */
export function computePlane(state: State, engine: Engine): PlaneNumbers {
  const { precision, planeQueries } = state;
  const stages = attendTo(planeQueries, state, engine);
  const { jacobianNorms } = engine.softmaxStatistics({ precision, logits: stages.logits });
  const row = (stage: Tensor, i: number) => rowsOf(stage)[i] ?? [];
  const queries = Array.from({ length: QUERY_COUNT }, (_, i): QueryStages => {
    const [weight = Number.NaN, height = Number.NaN] = row(stages.output, i);
    return {
      scores: row(stages.scores, i),
      logits: row(stages.logits, i),
      weights: row(stages.weights, i),
      output: [weight, height],
      winners: winnersIn(stages.scores.data, i),
      jacobianNorm: jacobianNorms.data[i] as number,
    };
  });
  return { queries, ...productOf(state, engine) };
}

/** Computes Q Kᵀ and Q Kᵀ V. */
function productOf(
  { precision, planeQueries, planeKeys, planeValues }: State,
  engine: Engine,
): Pick<PlaneNumbers, 'dots' | 'product'> {
  // The engine computes A Bᵀ, so the transpose of the second factor is passed.
  const times = (queries: Tensor, keys: Tensor) =>
    rowsOf(engine.scaledDotScores({ precision, queries, keys, divisor: 'none' }));
  const dots = times(pairs(planeQueries), pairs(planeKeys));
  const column = (j: number) => planeValues.filter((_, i) => i % 2 === j);
  const product = times(
    { shape: [QUERY_COUNT, KEY_COUNT], data: dots.flat() },
    { shape: [2, KEY_COUNT], data: [...column(0), ...column(1)] },
  );
  return { dots, product };
}
