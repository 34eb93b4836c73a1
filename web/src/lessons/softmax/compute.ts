// SPDX-License-Identifier: MIT
import type { Engine, Precision } from '../../engine/index.ts';
import { column, dotsOf, filled, oneRow } from '../matrix.ts';

/** The scores of a row, and the options of the computations before and after softmax. */
export interface State {
  readonly x: readonly number[];
  readonly temperature: number;
  /** The operation before softmax: division by the temperature, or standardisation (mean 0, deviation 1). */
  readonly scaling: 'temperature' | 'standardise';
  /** The target class of the loss, counted from 1. */
  readonly target: number;
  readonly precision: Precision;
}

/** The example of document 000. */
export const EXAMPLE: State = Object.freeze({
  x: [1, 1, 1, 5],
  temperature: 1,
  scaling: 'temperature',
  target: 4,
  precision: 'float64',
});

/** Two operations that use the engine's matrix product: the sum of a list, and the division of a list by a number. */
function arithmetic(engine: Engine, { precision }: State) {
  const sum = (list: ArrayLike<number>): number =>
    dotsOf(engine, oneRow(list), filled(1, 1, list.length), precision).data[0] as number;
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

export function compute(state: State, engine: Engine) {
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
      /** The input of softmax: x divided by the temperature, or standardised. */
      logit: at(logits, i),
      exponential: at(kernelValues.data, i),
      weight: at(weights, i),
      /** The weight computed naively, by exp and division only. NaN if exp overflows (∞/∞) or underflows (0/0). */
      naive: at(naive, i),
      /** x divided by the sum of all x, for comparison with softmax. NaN if the sum is 0. */
      plain: at(plain, i),
      /** Gradient of the loss with respect to this entry's logit. */
      gradient: at(logitsGradient.data, i),
    })),
    exponentialSum: at(kernelSums.data, 0),
    weightSum: sum(weights),
    naiveSum: sum(naive),
    plainSum: sum(plain),
    xSum,
    entropy: at(statistics.entropy.data, 0),
    largest: at(statistics.largest.data, 0),
    /** Row i contains the derivatives of p_i with respect to each logit. */
    jacobian: x.map((_, i) =>
      Array.from(statistics.jacobian.data.subarray(i * x.length, (i + 1) * x.length)),
    ),
    jacobianNorm: at(statistics.jacobianNorms.data, 0),
    loss,
    mean: standardised.mean,
    deviation: standardised.deviation,
    skewness: standardised.skewnessX,
    logitSkewness: standardised.skewnessZ,
    /** Whether there are weights. There are none if equal entries are standardised, because their deviation is 0. */
    hasWeights: Number.isFinite(at(weights, 0)),
  };
}

export type Numbers = ReturnType<typeof compute>;
export type Entry = Numbers['entries'][number];
