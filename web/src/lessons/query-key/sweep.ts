// SPDX-License-Identifier: MIT
// Computes the mean weight of a token for itself, as a function of the number of its components or of their standard
// deviation.
import type { Engine, Precision } from '../../engine/index.ts';
import { column } from '../matrix.ts';
import { drawProjections, type Embeddings, stack } from './embeddings.ts';
import { D_STOPS, DEVIATION_RANGE, type State, tokensOf } from './state.ts';

export interface CurvePoint {
  readonly x: number;
  readonly meanDiagonal: number;
}

export interface Curve {
  /**
   * A string of the curve's parameters, by which a change is detected. The variable of the x axis is not one of them.
   */
  readonly computedFor: string;
  readonly points: readonly CurvePoint[];
  readonly units: UnitScores | undefined;
}

/**
 * The (n, n) score matrices for components with standard deviation 1. The matrices of all dimensions follow one after
 * the other.
 */
interface UnitScores {
  readonly computedFor: string;
  readonly data: readonly number[];
}

const POINTS = 80;
const DEVIATIONS = Array.from(
  { length: POINTS },
  (_, i) => ((i + 1) * DEVIATION_RANGE.max) / POINTS,
);

/**
 * Computes the curve of a state, or returns `last` if its parameters are unchanged.
 * @param scores  the scores of the sentence in the current state
 */
export function computeCurve(
  state: State,
  scores: readonly (readonly number[])[],
  embeddings: Embeddings,
  engine: Engine,
  last: Curve | undefined,
): Curve {
  const { axis, precision, deviation, dimension } = state;
  const isOverDeviation = axis === 'deviation';
  const other = isOverDeviation ? dimension : deviation;
  const drawn = JSON.stringify([tokensOf(state), state.seed, state.projection, state.divisor]);
  const computedFor = [axis, other, precision, drawn].join(' ');
  if (last?.computedFor === computedFor) return last;
  const count = scores.length;
  const unitsFor = `${precision} ${drawn}`;
  let units = last?.units?.computedFor === unitsFor ? last.units : undefined;
  if (!isOverDeviation && units === undefined) {
    const data = D_STOPS.flatMap((d) => unitScores(state, embeddings, engine, d));
    units = { computedFor: unitsFor, data };
  }
  // Queries and keys are both proportional to the standard deviation σ, so the scores are proportional to σ².
  const squares = isOverDeviation
    ? DEVIATIONS.map((x) => (x * x) / (deviation * deviation))
    : [deviation * deviation];
  const { data: logits } = engine.scaledDotScores({
    precision,
    queries: column(squares),
    keys: column(isOverDeviation ? scores.flat() : (units?.data ?? [])),
    divisor: 'none',
  });
  const rows = { shape: [logits.length / count, count], data: logits };
  const weights = engine.softmax({ precision, logits: rows }).data;
  const diagonals = meanDiagonals(engine, precision, weights, count);
  const places = isOverDeviation ? DEVIATIONS : D_STOPS;
  const points = places.map((x, i) => ({ x, meanDiagonal: diagonals[i] as number }));
  return { computedFor, points, units };
}

function unitScores(
  state: State,
  embeddings: Embeddings,
  engine: Engine,
  dimension: number,
): number[] {
  const { precision, divisor } = state;
  const projections =
    dimension === state.dimension
      ? embeddings.projections
      : drawProjections(state, dimension, engine);
  const tokens = stack(tokensOf(state), embeddings, dimension);
  return Array.from(
    engine.selfSimilarity({ precision, tokens, ...projections, divisor }).scores.data,
  );
}

/**
 * For each of several weight matrices, the mean of its diagonal, which is the mean weight of a token for itself.
 * @param weights  the (n, n) matrices, one after the other
 */
export function meanDiagonals(
  engine: Engine,
  precision: Precision,
  weights: ArrayLike<number>,
  n: number,
): ArrayLike<number> {
  const diagonal = Array.from({ length: n * n }, (_, i) => (i % (n + 1) === 0 ? 1 : 0));
  return engine.scaledDotScores({
    precision,
    queries: { shape: [weights.length / (n * n), n * n], data: weights },
    keys: { shape: [1, n * n], data: diagonal },
    divisor: 'number',
    divisorNumber: n,
  }).data;
}
