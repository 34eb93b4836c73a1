// SPDX-License-Identifier: MIT
import type { Engine, Tensor } from '../../engine/index.ts';
import type { Computed } from '../scene.ts';
import { type CurvePoint, computeCurve } from './curve.ts';
import { entryInterval, type Interval } from './interval.ts';
import type { State } from './state.ts';

/** One entry's stages. */
export interface Entry {
  readonly x: number;
  /** What softmax is given: x over the temperature, or standardised. */
  readonly logit: number;
  readonly exponential: number;
  readonly weight: number;
  /** The weight by exp and division alone. */
  readonly naive: number;
  /** x over the sum of all x. */
  readonly plain: number;
  /** Of the loss, by this entry's logit. */
  readonly gradient: number;
}

/** All numbers that the lesson shows; everything but the interval comes from the engine. */
export interface Numbers {
  readonly entries: readonly Entry[];
  readonly exponentialSum: number;
  readonly weightSum: number;
  readonly naiveSum: number;
  readonly plainSum: number;
  readonly xSum: number;
  readonly entropy: number;
  readonly largest: number;
  /** Row i: ∂p_i by each logit. */
  readonly jacobian: readonly (readonly number[])[];
  readonly jacobianNorm: number;
  readonly loss: number;
  readonly mean: number;
  readonly deviation: number;
  readonly skewness: number;
  readonly logitSkewness: number;
  /** False where equal entries were to be standardised: their deviation is 0. */
  readonly hasWeights: boolean;
  /** False where the entries sum to 0. */
  readonly hasPlain: boolean;
  readonly curve: readonly CurvePoint[];
  readonly interval: Interval;
}

const row = (data: ArrayLike<number>): Tensor => ({ shape: [1, data.length], data });
const column = (data: ArrayLike<number>): Tensor => ({ shape: [data.length, 1], data });
const ones = (count: number): number[] => Array<number>(count).fill(1);

/** What the engine's matrix product makes of a list: its sum, and its entries over a number. */
function arithmetic(engine: Engine, { precision }: State) {
  const sum = (list: ArrayLike<number>): number =>
    engine.scaledDotScores({
      precision,
      queries: row(list),
      keys: row(ones(list.length)),
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
 * All stages of the entries, and the curve over the last of them unless `last` still has it.
 * @param interval  of the sliders and of the curve; made to fit the entries unless given
 * @throws AttentionError
 */
export function compute(
  state: State,
  engine: Engine,
  last?: Computed<State, Numbers>,
  interval: Interval = entryInterval(state.x),
): Numbers {
  const { x, precision, temperature, scaling, target } = state;
  const { sum, over } = arithmetic(engine, state);
  const standardised = engine.standardise({ precision, x: row(x), ddof: x.length > 1 ? 1 : 0 });
  const logits: ArrayLike<number> =
    scaling === 'temperature' ? over(x, temperature) : standardised.z.data;
  const statistics = engine.softmaxStatistics({ precision, logits: row(logits) });
  const naive = engine.naiveSoftmax({ precision, logits: row(logits) }).data;
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
    logits: row(logits),
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
    hasPlain: xSum !== 0,
    curve:
      last !== undefined && hasSameCurve(last, state, interval)
        ? last.numbers.curve
        : computeCurve(state, engine, interval, over),
    interval,
  };
}

/** The last entry only says where on the curve one stands. */
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
