// SPDX-License-Identifier: MIT
// Computes the numbers of the Verify page: three people by waist alone, and by waist and chest (`plane`).
import type { Engine, ExponentSign, Kernel, Precision, Tensor } from '../../engine/index.ts';
import { column, dotsOf, rowsOf } from '../matrix.ts';

export const KEY_COUNT = 3;
export const QUERY_COUNT = 2;

/** The two-dimensional sample. Each list contains pairs of numbers, one pair after the other. */
export interface PlaneState {
  /** Waist and chest of the keys in cm. */
  readonly planeKeys: readonly number[];
  /** Weight in kg and height in cm of the values. */
  readonly planeValues: readonly number[];
  /** Waist and chest of the queries in cm. */
  readonly planeQueries: readonly number[];
  readonly planeScore: 'gaussian' | 'dot';
  readonly planeSigma: number;
  /** The divisor of the dot product. With `number`, it is `planeDivisorNumber`. */
  readonly planeDivisor: 'none' | 'sqrt_dk' | 'dk' | 'number';
  readonly planeDivisorNumber: number;
}

export interface State extends PlaneState {
  /** Waists in cm. */
  readonly keys: readonly number[];
  /** Weights in kg. */
  readonly values: readonly number[];
  readonly query: number;
  readonly sigma: number;
  readonly kernel: Kernel;
  readonly sign: ExponentSign;
  readonly precision: Precision;
}

/** The samples of source document 001 (lines 7, 9, 41, 43, 45). In two dimensions, the third key equals the second. */
export const EXAMPLE: State = Object.freeze({
  keys: [51, 56, 58],
  values: [40, 43, 48],
  query: 57,
  sigma: 1,
  kernel: 'gaussian',
  sign: 'minus',
  precision: 'float64',
  planeKeys: [51, 70, 56, 82, 56, 82],
  planeValues: [40, 155, 43, 159, 48, 162],
  planeQueries: [57, 83, 55, 76],
  planeScore: 'gaussian',
  planeSigma: 3,
  planeDivisor: 'none',
  planeDivisorNumber: 200,
});

export const planeState = (change: Partial<PlaneState>): State =>
  Object.freeze({ ...EXAMPLE, ...change });

/** A sample whose three keys differ. The third key's waist is that of the third key in one dimension (58 cm). */
export const THREE_KEYS: Partial<PlaneState> = {
  planeKeys: [...EXAMPLE.planeKeys.slice(0, 4), 58, 84],
};
export const RAW_DOT: Partial<PlaneState> = { ...THREE_KEYS, planeScore: 'dot' };
/** A state with the dot product as the score. The first query equals the first key; the second is that of `EXAMPLE`. */
export const ON_FIRST_KEY: Partial<PlaneState> = {
  ...RAW_DOT,
  planeQueries: [...EXAMPLE.planeKeys.slice(0, 2), ...EXAMPLE.planeQueries.slice(2)],
};

export const KEYS = Array.from({ length: KEY_COUNT }, (_, key) => key);

const pairs = (data: ArrayLike<number>): Tensor => ({ shape: [data.length / 2, 2], data });

/** All stages of attention for queries, which are given as waist, chest, waist, chest, … */
function attendTo(queries: readonly number[], state: State, engine: Engine) {
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
function winnersIn(scores: ArrayLike<number>, row: number) {
  const own = KEYS.map((key) => scores[KEY_COUNT * row + key] as number);
  const highest = Math.max(...own);
  return KEYS.filter((key) => own[key] === highest);
}

export function computePlane(state: State, engine: Engine) {
  const { precision, planeQueries } = state;
  const stages = attendTo(planeQueries, state, engine);
  const { jacobianNorms } = engine.softmaxStatistics({ precision, logits: stages.logits });
  const row = (stage: Tensor, i: number) => rowsOf(stage)[i] ?? [];
  const queries = Array.from({ length: QUERY_COUNT }, (_, i) => {
    const [weight = Number.NaN, height = Number.NaN] = row(stages.output, i);
    return {
      scores: row(stages.scores, i),
      /** The scores divided by the divisor that the state selects. */
      logits: row(stages.logits, i),
      weights: row(stages.weights, i),
      /** The predicted weight in kg and height in cm. */
      output: [weight, height] as const,
      winners: winnersIn(stages.scores.data, i),
      /** Frobenius norm of the Jacobian of softmax at these logits. */
      jacobianNorm: jacobianNorms.data[i] as number,
    };
  });
  return { queries, ...productOf(state, engine) };
}

/** Q Kᵀ, of shape (2, 3), and Q Kᵀ V without softmax, of shape (2, 2). */
function productOf({ precision, planeQueries, planeKeys, planeValues }: State, engine: Engine) {
  // The engine computes A Bᵀ, so the transpose of the second factor is passed.
  const times = (a: Tensor, b: Tensor) => rowsOf(dotsOf(engine, a, b, precision));
  const dots = times(pairs(planeQueries), pairs(planeKeys));
  const column = (j: number) => planeValues.filter((_, i) => i % 2 === j);
  const product = times(
    { shape: [QUERY_COUNT, KEY_COUNT], data: dots.flat() },
    { shape: [2, KEY_COUNT], data: [...column(0), ...column(1)] },
  );
  return { dots, product };
}

/** The number of queries along a side of the map, and the map's ranges of waist and chest in cm. */
const SIDE = 50;
const WAIST = { min: 40, max: 70 };
const CHEST = { min: 62, max: 92 };

const middle = ({ min, max }: typeof WAIST, i: number) => min + ((i + 0.5) * (max - min)) / SIDE;
const GRID: readonly number[] = Array.from({ length: SIDE * SIDE }, (_, cell) => [
  middle(WAIST, cell % SIDE),
  middle(CHEST, Math.floor(cell / SIDE)),
]).flat();

/**
 * A square grid of queries around the sample (`points`: waist, chest, waist, chest, … in cm, from the smallest chest
 * measure), and for each the indices of the keys with the largest score (`winners`). `shares`: for each key, the share
 * of queries for which the key has the largest score; a tie counts for each of the tied keys.
 */
export function computeMap(state: State, engine: Engine) {
  const { scores } = attendTo(GRID, state, engine);
  const winners = Array.from({ length: SIDE * SIDE }, (_, cell) => winnersIn(scores.data, cell));
  const shares = KEYS.map(
    (key) => winners.filter((keys) => keys.includes(key)).length / winners.length,
  );
  return { points: GRID, winners, shares };
}

export type PlaneMap = ReturnType<typeof computeMap>;

export const compute = (state: State, engine: Engine) => ({
  ...computeLine(state, engine),
  plane: computePlane(state, engine),
});

export type Numbers = ReturnType<typeof compute>;

/** Computes the results for the query, and the predictions for many others (`curve`). */
export function computeLine(state: State, engine: Engine, curveQueries: readonly number[] = []) {
  const { keys, values, query, kernel, sigma, sign, precision } = state;
  const stages = engine.kernelRegression({
    precision,
    queries: column([query]),
    keys: column(keys),
    values: column(values),
    curveQueries: column(curveQueries),
    kernel,
    sigma,
    sign,
  });
  const at = (stage: { data: ArrayLike<number> }, i: number) => stage.data[i] as number;
  return {
    keyStages: keys.map((key, i) => ({
      key,
      value: values[i] as number,
      distance: at(stages.distances, i),
      score: at(stages.scores, i),
      kernelValue: at(stages.kernelValues, i),
      weight: at(stages.weights, i),
      weightedValue: at(stages.weightedValues, i),
    })),
    kernelSum: at(stages.kernelSums, 0),
    weightSum: at(stages.weightSums, 0),
    prediction: at(stages.prediction, 0),
    /** False if no key is within the kernel's window. Then there is no prediction, and `prediction` must be ignored. */
    hasSupport: stages.hasSupport[0] === true,
    curve: Array.from(stages.curve.prediction.data),
  };
}
