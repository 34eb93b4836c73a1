// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import { column } from '../matrix.ts';
import { computePlane, type PlaneNumbers } from './plane.ts';
import type { State } from './state.ts';

/** The results of all steps of the computation for one key and the query. */
export interface KeyStages {
  readonly key: number;
  readonly value: number;
  readonly distance: number;
  readonly score: number;
  readonly kernelValue: number;
  readonly weight: number;
  readonly weightedValue: number;
}

/** The numbers of the one-dimensional sample, which the engine computes. */
export interface LineNumbers {
  readonly keyStages: readonly KeyStages[];
  readonly kernelSum: number;
  readonly weightSum: number;
  readonly prediction: number;
  /** False if no key is within the kernel's window. Then there is no prediction, and `prediction` must be ignored. */
  readonly hasSupport: boolean;
  /** What the queries of the curve predict. */
  readonly curve: readonly number[];
}

/** The numbers of the page Verify: those of the one-dimensional sample, and in `plane` those of the other one. */
export interface Numbers extends LineNumbers {
  readonly plane: PlaneNumbers;
}

/** @throws AttentionError */
export const compute = (state: State, engine: Engine): Numbers => ({
  ...computeLine(state, engine),
  plane: computePlane(state, engine),
});

/**
 * Computes the results for the query, and the predictions for many others.
 * @throws AttentionError
 */
export function computeLine(
  state: State,
  engine: Engine,
  curveQueries: readonly number[] = [],
): LineNumbers {
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
    hasSupport: stages.hasSupport[0] === true,
    curve: Array.from(stages.curve.prediction.data),
  };
}
