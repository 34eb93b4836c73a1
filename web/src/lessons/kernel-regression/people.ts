// SPDX-License-Identifier: MIT
// Three people with their body measures, and predictions for another person: by waist, or by waist and chest.
import type { Engine } from '../../engine/index.ts';
import { numberField, type StateOf } from '../../state/fields.ts';
import { column, evenly, matrix, oneRow, rowsOf } from '../matrix.ts';
import { lastPer, once, oncePer } from '../once.ts';

/** The ranges of the waist axis, and of waist and chest on the map, in cm. */
export const WAIST = { min: 47, max: 62 } as const;
export const MAP = { waist: { min: 46, max: 66 }, chest: { min: 68, max: 88 } } as const;
export const SIGMA = { min: 0.05, max: 100 } as const;

const CM = { unit: 'unit.cm' } as const;
const TENTHS = { step: 0.1, ...CM };

export const fields = {
  query: numberField(57, WAIST, TENTHS),
  sigma: numberField(1, SIGMA, { scale: 'log', ...CM }),
  waist: numberField(57, MAP.waist, TENTHS),
  chest: numberField(83, MAP.chest, TENTHS),
};
export type State = StateOf<typeof fields>;

export type Point = readonly [x: number, y: number];

const KEYS = [51, 56, 58];
const VALUES = [40, 43, 48];
const PLACES = [
  [51, 70],
  [56, 82],
  [58, 84],
];
const MEASURES = [
  [40, 155],
  [43, 159],
  [48, 162],
];

const INTERVALS = 240;
/** The waists of the curve's points. They include the midpoints between people, where the curve jumps for a small σ. */
const WAISTS = evenly(WAIST, INTERVALS);
const BELL_INTERVALS = 96;
/** At a distance of this many σ, the bell is not distinguishable from its base. */
const BELL_REACH = 4;
/** The number of cells along a side of the map. */
export const SIDE = 60;
const CELLS = Array.from({ length: SIDE * SIDE }, (_, cell) => {
  const at = ({ min, max }: { min: number; max: number }, i: number) =>
    min + ((i + 0.5) * (max - min)) / SIDE;
  return [at(MAP.waist, cell % SIDE), at(MAP.chest, SIDE - 1 - Math.floor(cell / SIDE))];
});

const BASE = { precision: 'float64', kernel: 'gaussian' } as const;

function bellOf({ query, sigma }: State, engine: Engine): readonly Point[] {
  const min = Math.max(WAIST.min, query - BELL_REACH * sigma);
  const xs = evenly({ min, max: Math.min(WAIST.max, query + BELL_REACH * sigma) }, BELL_INTERVALS);
  const one = oneRow([query]);
  const { kernelValues } = engine.kernelRegression({
    ...{ ...BASE, sigma, queries: column(xs), keys: one, values: one },
  });
  return xs.map((x, i): Point => [x, kernelValues.data[i] as number]);
}

/** Caches a result that depends only on σ, for the last σ. */
const byWidth = <Result>(make: (engine: Engine, sigma: number) => Result) =>
  lastPer(1, String, make);

const line = { keys: column(KEYS), values: column(VALUES) };

const curveOf = byWidth((engine, sigma): readonly Point[] => {
  const { curve } = engine.kernelRegression({
    ...{ ...BASE, ...line, sigma, queries: oneRow([WAIST.min]), curveQueries: column(WAISTS) },
  });
  return WAISTS.map((x, i): Point => [x, curve.prediction.data[i] as number]);
});

const wideOf = oncePer((engine: Engine) => {
  const sigma = SIGMA.max;
  const { weights, prediction } = engine.kernelRegression({
    ...{ ...BASE, ...line, sigma, queries: oneRow([fields.query.initial]) },
  });
  return { sigma, weight: weights.data[0] as number, prediction: prediction.data[0] as number };
});

const plane = { keys: matrix(...PLACES), values: matrix(...MEASURES) };

const mapOf = byWidth((engine, sigma): readonly number[] => {
  const { weights } = engine.kernelRegression({
    ...{ ...BASE, ...plane, sigma, queries: matrix(...CELLS) },
  });
  return rowsOf(weights).map((row) => Math.max(...row));
});

export function compute(state: State, engine: Engine) {
  const { query, sigma, waist, chest } = state;
  const found = engine.kernelRegression({ ...BASE, ...line, sigma, queries: oneRow([query]) });
  const at = ({ data }: { data: ArrayLike<number> }, i: number) => data[i] as number;
  const onMap = engine.kernelRegression({
    ...{ ...BASE, ...plane, sigma, queries: oneRow([waist, chest]) },
  });
  return {
    ...{ query, sigma },
    /**
     * The people on the line: waist in cm (`key`), body weight in kg (`value`), and attention weight for the query
     * (`weight`). `height`, of the bell at the key, is e to the power of `score`. `part` is `value` times `weight`.
     */
    people: KEYS.map((key, i) => ({
      ...{ key, value: VALUES[i] as number, distance: at(found.distances, i) },
      ...{ score: at(found.scores, i), height: at(found.kernelValues, i) },
      ...{ weight: at(found.weights, i), part: at(found.weightedValues, i) },
    })),
    /** The sum of the heights of the bell, and the predicted body weight in kg. */
    ...{ sum: at(found.kernelSums, 0), prediction: at(found.prediction, 0) },
    /** The numbers for the largest σ, with which all people have nearly the same weight. */
    wide: wideOf(engine),
    /** The predictions along the axis, and the bell around the query. Both are computed at the first call. */
    curve: () => curveOf(engine, sigma),
    bell: once(() => bellOf(state, engine)),
    place: [waist, chest],
    /** The people on the map: waist and chest in cm, body weight in kg and height in cm. */
    placed: PLACES.map((key, i) => ({
      ...{ key, value: MEASURES[i] as number[], weight: at(onMap.weights, i) },
    })),
    /** The predicted body weight in kg and height in cm. */
    output: [at(onMap.prediction, 0), at(onMap.prediction, 1)],
    /** For each cell of the map, the largest of the people's weights, row by row from the largest chest. */
    map: () => mapOf(engine, sigma),
  };
}

export type Numbers = ReturnType<typeof compute>;
export type Person = Numbers['people'][number];
