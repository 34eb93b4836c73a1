// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import {
  choiceField,
  numberField,
  numbersField,
  precisionField,
  type Range,
  type StateOf,
  WHOLE,
} from '../../state/fields.ts';
import { column, filled, oneRow } from '../matrix.ts';
import { once } from '../on-demand.ts';
import type { Computed } from '../scene.ts';

/** The curves that Verify (the lesson's second view) plots as functions of the last score. */
export const CURVES = ['jacobian', 'gradient', 'loss'] as const;
export type Curve = (typeof CURVES)[number];

export const ENTRY_RANGE: Range = { min: -10_000, max: 10_000 };
export const MOST_ENTRIES = 6;

export const fields = {
  x: numbersField([1, 1, 1, 5], ENTRY_RANGE, MOST_ENTRIES),
  temperature: numberField(1, { min: 0.01, max: 100 }, { scale: 'log' }),
  /** Only the weights, or also arrows for their derivatives with respect to the last score. */
  figure: choiceField('weights', ['weights', 'nudge']),
  /** What happens to the scores before softmax: divided by the temperature, or given mean 0 and deviation 1. */
  scaling: choiceField('temperature', ['temperature', 'standardise']),
  /** The target class of the loss, counted from 1. */
  target: numberField(4, { min: 1, max: MOST_ENTRIES }, WHOLE),
  curve: choiceField('jacobian', CURVES),
  precision: precisionField,
};
export type State = StateOf<typeof fields>;

/** Limits the target to an existing entry. */
export const constrain = (state: State): State => ({
  ...state,
  target: Math.min(state.target, state.x.length),
});

export type Interval = readonly [low: number, high: number];

const USUAL: Interval = [-10, 10];
const ROUND = 10;

const holds = ([low, high]: Interval, x: readonly number[]): boolean =>
  x.every((entry) => entry >= low && entry <= high);

/** The range of the sliders and of the curve: the default range, or a wider one if some entries are outside it. */
function entryInterval(x: readonly number[]): Interval {
  if (holds(USUAL, x)) return USUAL;
  const [low, high] = [Math.min(...x), Math.max(...x)];
  const air = Math.max(ROUND, (high - low) / 4);
  return [
    Math.max(Math.floor((low - air) / ROUND) * ROUND, ENTRY_RANGE.min),
    Math.min(Math.ceil((high + air) / ROUND) * ROUND, ENTRY_RANGE.max),
  ];
}

/** The norm of the Jacobian, the gradient and the loss for one value x of the last entry. */
export interface CurvePoint {
  readonly x: number;
  readonly jacobian: number;
  readonly gradient: number;
  readonly loss: number;
}

export interface Entry {
  readonly x: number;
  /** The input of softmax: x divided by the temperature, or standardised. */
  readonly logit: number;
  readonly exponential: number;
  readonly weight: number;
  /** The weight computed naively, by exp and division only. NaN if exp overflows (∞/∞) or underflows (0/0). */
  readonly naive: number;
  /** x divided by the sum of all x, for comparison with softmax. NaN if the sum is 0. */
  readonly plain: number;
  /** Gradient of the loss with respect to this entry's logit. */
  readonly gradient: number;
}

/** All numbers of the lesson. The engine computes all of them except the interval. */
export interface Numbers {
  readonly entries: readonly Entry[];
  readonly exponentialSum: number;
  readonly weightSum: number;
  readonly naiveSum: number;
  readonly plainSum: number;
  readonly xSum: number;
  readonly entropy: number;
  readonly largest: number;
  /** Row i contains the derivatives of p_i with respect to each logit. */
  readonly jacobian: readonly (readonly number[])[];
  readonly jacobianNorm: number;
  readonly loss: number;
  readonly mean: number;
  readonly deviation: number;
  readonly skewness: number;
  readonly logitSkewness: number;
  /**
   * Whether there are weights. There are none if the entries are standardised and all equal, because their deviation is
   * 0.
   */
  readonly hasWeights: boolean;
  /** Computes the curve at the first call. Only Verify and the table of the curve need it. */
  readonly curve: () => readonly CurvePoint[];
  readonly interval: Interval;
}

/** Two operations that use the engine's matrix product: the sum of a list, and the division of a list by a number. */
function arithmetic(engine: Engine, { precision }: State) {
  const sum = (list: ArrayLike<number>): number =>
    engine.scaledDotScores({
      precision,
      queries: oneRow(list),
      keys: filled(1, 1, list.length),
      divisor: 'none',
    }).data[0] as number;
  const over = (list: ArrayLike<number>, divisorNumber: number): ArrayLike<number> =>
    engine.scaledDotScores({
      precision,
      queries: column([1]),
      keys: column(list),
      divisor: 'number',
      divisorNumber,
    }).data;
  return { sum, over };
}

/**
 * Computes the results of all steps for the entries, and the curve over the last entry. The curve is reused from `last`
 * if it is unchanged.
 * @param isMoving  true during a drag: `interval` then stays the same while it contains all entries, so that the
 * slider's thumb stays under the pointer
 * @throws AttentionError
 */
export function compute(
  state: State,
  engine: Engine,
  last?: Computed<State, Numbers>,
  isMoving = false,
): Numbers {
  const held = isMoving ? last?.numbers.interval : undefined;
  const interval = held && holds(held, state.x) ? held : entryInterval(state.x);
  const { x, precision, temperature, scaling, target } = state;
  const { sum, over } = arithmetic(engine, state);
  const standardised = engine.standardise({ precision, x: oneRow(x), ddof: x.length > 1 ? 1 : 0 });
  const logits: ArrayLike<number> =
    scaling === 'temperature' ? over(x, temperature) : standardised.z.data;
  const statistics = engine.softmaxStatistics({ precision, logits: oneRow(logits) });
  const naive = engine.naiveSoftmax({ precision, logits: oneRow(logits) }).data;
  const { kernelValues, kernelSums } = engine.kernelRegression({
    precision,
    queries: column([1]),
    keys: column(logits),
    values: column(logits),
    curveQueries: column([]),
    kernel: 'dot',
    sigma: 1,
    sign: 'minus',
  });
  const { loss, logitsGradient } = engine.crossEntropy({
    precision,
    logits: oneRow(logits),
    targets: { shape: [1], data: [target - 1] },
  });
  const xSum = sum(x);
  const plain = xSum === 0 ? x.map(() => Number.NaN) : over(x, xSum);
  const weights = statistics.weights.data;
  const at = (data: ArrayLike<number>, i: number) => data[i] as number;
  return {
    entries: x.map((entry, i) => ({
      x: entry,
      logit: at(logits, i),
      exponential: at(kernelValues.data, i),
      weight: at(weights, i),
      naive: at(naive, i),
      plain: at(plain, i),
      gradient: at(logitsGradient.data, i),
    })),
    exponentialSum: at(kernelSums.data, 0),
    weightSum: sum(weights),
    naiveSum: sum(naive),
    plainSum: sum(plain),
    xSum,
    entropy: at(statistics.entropy.data, 0),
    largest: at(statistics.largest.data, 0),
    jacobian: x.map((_, i) =>
      Array.from(statistics.jacobian.data.subarray(i * x.length, (i + 1) * x.length)),
    ),
    jacobianNorm: at(statistics.jacobianNorms.data, 0),
    loss,
    mean: standardised.mean,
    deviation: standardised.deviation,
    skewness: standardised.skewnessX,
    logitSkewness: standardised.skewnessZ,
    hasWeights: Number.isFinite(at(weights, 0)),
    curve:
      last !== undefined && hasSameCurve(last, state, interval)
        ? last.numbers.curve
        : once(() => computeCurve(state, engine, interval, over)),
    interval,
  };
}

/**
 * Whether two states have the same curve. The last entry does not affect the curve, because it is only a position on
 * it.
 */
function hasSameCurve(
  { state, numbers }: Computed<State, Numbers>,
  next: State,
  [low, high]: Interval,
): boolean {
  const [lastLow, lastHigh] = numbers.interval;
  const shaping = ({ x, temperature, scaling, target, precision }: State) =>
    [x.length, x.slice(0, -1), temperature, scaling, target, precision].join(' ');
  return low === lastLow && high === lastHigh && shaping(state) === shaping(next);
}

/**
 * Number of points of the curve. The engine returns the gradient of the mean loss over all rows, so it is multiplied by
 * the number of rows. With a power of two, this is exact.
 */
const POINTS = 128;

/** `POINTS` evenly spaced values of the interval, including its upper end but not its lower end. */
function places([low, high]: Interval): number[] {
  const step = (high - low) / POINTS;
  return Array.from({ length: POINTS }, (_, i) => low + (i + 1) * step);
}

/**
 * The norm of the Jacobian, the loss, and the gradient of the loss with respect to the last logit, as functions of the
 * last entry.
 */
function computeCurve(
  state: State,
  engine: Engine,
  interval: Interval,
  over: (list: ArrayLike<number>, divisor: number) => ArrayLike<number>,
): readonly CurvePoint[] {
  const { x, precision, scaling, temperature, target } = state;
  const width = x.length;
  const grid = places(interval);
  const entries = grid.flatMap((last) => [...x.slice(0, -1), last]);
  const logits = {
    shape: [POINTS, width],
    data: scaling === 'temperature' ? over(entries, temperature) : standardised(),
  };
  const targets = { shape: [POINTS], data: Array<number>(POINTS).fill(target - 1) };
  const norms = engine.softmaxStatistics({ precision, logits }).jacobianNorms.data;
  const { losses, logitsGradient } = engine.crossEntropy({ precision, logits, targets });
  return grid.map((last, i) => ({
    x: last,
    jacobian: norms[i] as number,
    gradient: (logitsGradient.data[(i + 1) * width - 1] as number) * POINTS,
    loss: losses.data[i] as number,
  }));

  // Returns the standardised entries for each value of the last entry, one row after the other. Each row is
  // standardised on its own.
  function standardised(): number[] {
    return grid.flatMap((_, i) => {
      const sample = entries.slice(i * width, (i + 1) * width);
      const ddof = width > 1 ? 1 : 0;
      return Array.from(
        engine.standardise({ precision, x: { shape: [1, width], data: sample }, ddof }).z.data,
      );
    });
  }
}
