// SPDX-License-Identifier: MIT
import { extent, ticks } from 'd3-array';
import type { Engine } from '../../engine/index.ts';
import { column } from '../matrix.ts';
import { kept } from '../on-demand.ts';
import type { Computed } from '../scene.ts';
import { computePlane, type PlaneNumbers } from './plane.ts';
import { DATA_RANGE, type State } from './state.ts';

export type Interval = readonly [low: number, high: number];

/** The results of all steps of the computation for one key and the current query. */
export interface KeyStages {
  readonly key: number;
  readonly value: number;
  readonly distance: number;
  readonly score: number;
  readonly kernelValue: number;
  readonly weight: number;
  readonly weightedValue: number;
}

export interface CurvePoint {
  readonly query: number;
  readonly prediction: number;
  /** False if no key is within the kernel's window. Then there is no prediction, and `prediction` must be ignored. */
  readonly hasSupport: boolean;
}

/** The numbers of the one-dimensional sample. The engine computes all of them except the intervals of the axes. */
export interface LineNumbers {
  readonly keyStages: readonly KeyStages[];
  readonly kernelSum: number;
  readonly weightSum: number;
  readonly prediction: number;
  readonly hasSupport: boolean;
  readonly curve: readonly CurvePoint[];
  readonly queryInterval: Interval;
  readonly valueInterval: Interval;
}

/** All numbers of the lesson: those of the one-dimensional sample, and in `plane` those of the two-dimensional one. */
export interface Numbers extends LineNumbers {
  readonly plane: PlaneNumbers;
}

const CURVE_POINTS = 321;
const JUST_OUTSIDE = 1 + 1e-6;
const MARGIN = 0.6;
const TICKS = 8;

/**
 * An interval that contains the numbers and a margin on both sides. Its ends are multiples of the distance between axis
 * ticks, limited to `DATA_RANGE`. `margin` is a share of the distance between the smallest and the largest number.
 */
function roundInterval(numbers: readonly number[], margin: number): Interval {
  const [low = 0, high = 0] = extent(numbers);
  const air = (high - low || Math.max(Math.abs(high), 1)) * margin;
  const marks = ticks(low - air, high + air, TICKS);
  const step = (marks[1] ?? 1) - (marks[0] ?? 0);
  const round = (x: number) =>
    Math.min(Math.max(Number(x.toPrecision(12)), DATA_RANGE.min), DATA_RANGE.max);
  return [
    round(Math.floor((low - air) / step) * step),
    round(Math.ceil((high + air) / step) * step),
  ];
}

/** The range of the slider for the query, and of the x axis. It contains all keys and the query, with a margin. */
export function queryInterval({ keys, query }: State): Interval {
  const [low, high] = roundInterval(keys, MARGIN);
  return query >= low && query <= high ? [low, high] : roundInterval([...keys, query], MARGIN / 6);
}

/**
 * Computes the numbers of the one-dimensional and of the two-dimensional sample. Numbers whose input has not changed
 * are reused from `last`.
 */
export function compute(state: State, engine: Engine, last?: Computed<State, Numbers>): Numbers {
  const line = computeLine(state, engine, last);
  const lastPlane = last && { state: last.state, numbers: last.numbers.plane };
  const plane = computePlane(state, engine, lastPlane);
  return line === last?.numbers && plane === last.numbers.plane ? last.numbers : { ...line, plane };
}

/**
 * Computes the results for the query, and the curve, with at most one call of the engine. Parts of `last` are reused if
 * their input has not changed.
 * @throws AttentionError
 */
export function computeLine(
  state: State,
  engine: Engine,
  last?: Computed<State, LineNumbers>,
): LineNumbers {
  const { keys, values, query, kernel, sigma, sign, precision } = state;
  const interval = queryInterval(state);
  const isKept = last !== undefined && hasSameCurve(last, state, interval);
  if (isKept && last.state.query === query) return last.numbers;
  const grid = isKept ? [] : gridOver(interval, state);
  const stages = engine.kernelRegression({
    precision,
    queries: column([query]),
    keys: column(keys),
    values: column(values),
    curveQueries: column(grid),
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
    curve: isKept
      ? last.numbers.curve
      : grid.map((x, i) => ({
          query: x,
          prediction: at(stages.curve.prediction, i),
          hasSupport: stages.curve.hasSupport[i] === true,
        })),
    queryInterval: isKept ? last.numbers.queryInterval : interval,
    valueInterval: isKept ? last.numbers.valueInterval : roundInterval(values, MARGIN / 2),
  };
}

/** Evenly spaced queries. For kernels with a finite window, `gridOver` adds queries at the edges of the windows. */
export function evenQueries([low, high]: Interval): number[] {
  const step = (high - low) / (CURVE_POINTS - 1);
  return Array.from({ length: CURVE_POINTS }, (_, i) => low + i * step);
}

function gridOver(interval: Interval, { keys, kernel, sigma }: State): number[] {
  const even = evenQueries(interval);
  if (kernel === 'gaussian' || kernel === 'dot') return even;
  const edges = keys.flatMap((key) =>
    [0, sigma, sigma * JUST_OUTSIDE].flatMap((way) => [key - way, key + way]),
  );
  const inside = edges.filter((x) => x >= interval[0] && x <= interval[1]);
  return Array.from(new Set([...even, ...inside])).sort((a, b) => a - b);
}

const CURVE_FIELDS = ['keys', 'values', 'sigma', 'kernel', 'sign', 'precision'] as const;

/**
 * Whether two states have the same curve. A change of the query changes the curve only if it changes the interval of
 * the x axis.
 */
const hasSameCurve = (
  last: Computed<State, LineNumbers>,
  state: State,
  interval: Interval,
): boolean => String(kept(last, state, CURVE_FIELDS)?.queryInterval) === String(interval);
