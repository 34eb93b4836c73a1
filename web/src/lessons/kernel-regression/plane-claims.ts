// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import { claim, probe, reach, shown } from '../experiment.ts';
import { ROUNDING } from '../tolerances.ts';
import {
  computeMap,
  computePlane,
  EXAMPLE,
  KEY_COUNT,
  ON_FIRST_KEY,
  type PlaneMap,
  type PlaneState,
  planeState,
  RAW_DOT,
  type State,
  THREE_KEYS,
} from './compute.ts';

const at = (engine: Engine, change: Partial<PlaneState>) =>
  computePlane(planeState(change), engine);
const mapAt = (engine: Engine, change: Partial<PlaneState>) =>
  computeMap(planeState(change), engine);

/** Tolerance of half a unit of the second decimal, for numbers that are given with two. */
const TWO_DECIMALS = 5e-3;
const LARGEST_NORM = 0.5;
/** If the norm of softmax's Jacobian is below this, the gradient through softmax practically vanishes. */
const LEAST_NORM = 0.01;

/** The share of the map's queries for which `passes` is true for all keys with the largest score. */
const shareOf = ({ winners }: PlaneMap, passes: (key: number, cell: number) => boolean): number =>
  winners.filter((keys, cell) => keys.every((key) => passes(key, cell))).length / winners.length;

/** The number of distinct keys in the two-dimensional sample. Keys at distance 0 from each other count as one. */
function differentKeys(engine: Engine, { planeKeys, precision }: State): number {
  const keys = { shape: [KEY_COUNT, 2], data: planeKeys };
  const { distances } = engine.kernelRegression({ precision, queries: keys, keys, values: keys });
  const isNew = (i: number) =>
    Array.from({ length: i }, (_, j) => distances.data[KEY_COUNT * i + j]).every((d) => d !== 0);
  return Array.from({ length: KEY_COUNT }, (_, i) => i).filter(isNew).length;
}

const sample = probe(planeState({ planeScore: 'dot' }), (engine) => {
  const [first, second] = at(engine, { planeScore: 'dot' }).queries;
  return [
    claim('different', KEY_COUNT, differentKeys(engine, EXAMPLE)),
    reach('weight2', 0.5, first?.weights[1], ROUNDING),
    reach('weight3', 0.5, first?.weights[2], ROUNDING),
    reach('first', 45.5, first?.output[0], ROUNDING),
    reach('second', 45.5, second?.output[0], ROUNDING),
    claim('other', KEY_COUNT, differentKeys(engine, planeState(THREE_KEYS))),
  ];
});

/**
 * Tests source document 001's formula of the prediction: both components of the output must be weighted means of the
 * values' components.
 */
const mean = probe(EXAMPLE, (engine) => {
  const { weights = [], output = [] } = at(engine, {}).queries[0] ?? {};
  const sum = (component: number) =>
    weights.reduce((total, weight, i) => {
      const value = EXAMPLE.planeValues[2 * i + component] ?? Number.NaN;
      return total + weight * value;
    }, 0);
  return [
    claim('weight', sum(0), output[0], ROUNDING),
    claim('height', sum(1), output[1], ROUNDING),
    claim('components', 2, output.length),
  ];
});

const SETS = 100;
const KEYS_OF_A_SET = 20;

/**
 * Draws many sets of standard normal keys, and uses each key as a query. Returns the share of keys for which the
 * query's largest score is with the key itself: for dot products of the keys (`centred`), and of the keys scaled to
 * equal lengths (`equal`).
 */
function ownBest(engine: Engine): { readonly centred: number; readonly equal: number } {
  const precision = 'float64';
  const isBest = (scores: ArrayLike<number>, key: number) => {
    const row = Array.from(scores).slice(key * KEYS_OF_A_SET, (key + 1) * KEYS_OF_A_SET);
    return row[key] === Math.max(...row);
  };
  let [centred, equal] = [0, 0];
  for (let seed = 0; seed < SETS; seed++) {
    const keys = engine.random({ precision, shape: [KEYS_OF_A_SET, 2], seed });
    // The cosine of two keys equals the dot product of the keys scaled to length 1.
    const { dots, cosines } = engine.angles({ precision, queries: keys, keys });
    for (let key = 0; key < KEYS_OF_A_SET; key++) {
      if (isBest(dots.data, key)) centred++;
      if (isBest(cosines.data, key)) equal++;
    }
  }
  const count = SETS * KEYS_OF_A_SET;
  return { centred: centred / count, equal: equal / count };
}

const dotProduct = probe(planeState(ON_FIRST_KEY), (engine) => {
  const [own, second] = at(engine, ON_FIRST_KEY).queries;
  const map = mapAt(engine, ON_FIRST_KEY);
  const [weight, height] = at(engine, RAW_DOT).queries[0]?.output ?? [];
  const nearest = mapAt(engine, THREE_KEYS);
  const { centred, equal } = ownBest(engine);
  const agrees = shareOf(map, (key, cell) => nearest.winners[cell]?.includes(key) === true);
  return [
    claim('score1', 7501, own?.scores[0]),
    claim('score2', 8596, own?.scores[1]),
    claim('score3', 8838, own?.scores[2]),
    reach('own', 1, (own?.winners[0] ?? Number.NaN) + 1),
    reach('nearest', 1, agrees),
    reach('map', 1 / KEY_COUNT, map.shares[KEY_COUNT - 1], 1 / KEY_COUNT),
    reach('weight', 45.5, weight, TWO_DECIMALS),
    reach('height', 160.5, height, TWO_DECIMALS),
    reach('second', 42.6, second?.output[0], TWO_DECIMALS),
    reach('equal', 1, equal),
    reach('centred', 1, centred),
  ];
});

const gaussian = probe(planeState(THREE_KEYS), (engine) => {
  const { queries } = at(engine, THREE_KEYS);
  const map = mapAt(engine, THREE_KEYS);
  const precision = EXAMPLE.precision;
  const points = { shape: [map.winners.length, 2], data: map.points };
  const keys = { shape: [KEY_COUNT, 2], data: planeState(THREE_KEYS).planeKeys };
  const { distances } = engine.kernelRegression({
    precision,
    queries: points,
    keys,
    values: keys,
  });
  const isNearest = (key: number, cell: number) => {
    const own = distances.data.subarray(KEY_COUNT * cell, KEY_COUNT * (cell + 1));
    return own[key] === Math.min(...own);
  };
  return [
    claim('nearest', 1, shareOf(map, isNearest)),
    claim('weight1', 45.5, queries[0]?.output[0], TWO_DECIMALS),
    claim('height1', 160.5, queries[0]?.output[1], TWO_DECIMALS),
    claim('weight2', 42.6, queries[1]?.output[0], TWO_DECIMALS),
    claim('height2', 158.15, queries[1]?.output[1], TWO_DECIMALS),
  ];
});

const product = probe(planeState({ planeScore: 'dot' }), (engine) => {
  const { product: found, queries } = at(engine, { planeScore: 'dot' });
  return [
    claim('rows', 2, found.length),
    claim('columns', 2, found[0]?.length),
    shown('weight1', queries[0]?.output[0] ?? Number.NaN, found[0]?.[0]),
    shown('height1', queries[0]?.output[1] ?? Number.NaN, found[0]?.[1]),
    shown('weight2', queries[1]?.output[0] ?? Number.NaN, found[1]?.[0]),
    shown('height2', queries[1]?.output[1] ?? Number.NaN, found[1]?.[1]),
  ];
});

const scale = probe(planeState({ ...RAW_DOT, planeDivisor: 'dk' }), (engine) => {
  const norm = (change: Partial<PlaneState>) =>
    at(engine, { ...RAW_DOT, ...change }).queries[0]?.jacobianNorm;
  const eased = LARGEST_NORM - LEAST_NORM;
  const smallest = at(engine, { planeScore: 'dot', planeDivisor: 'dk' }).queries[0]?.weights[0];
  const by = (planeDivisorNumber: number) =>
    ({ planeDivisor: 'number', planeDivisorNumber }) as const;
  return [
    reach('none', 0, norm({}), ROUNDING),
    claim('root', LARGEST_NORM, norm({ planeDivisor: 'sqrt_dk' }), eased),
    claim('count', LARGEST_NORM, norm({ planeDivisor: 'dk' }), eased),
    reach('smallest', 0, smallest, ROUNDING),
    reach('hundreds', LARGEST_NORM, norm(by(200)), eased),
    reach('thousand', LARGEST_NORM, norm(by(1000)), eased),
  ];
});

const letter = probe(EXAMPLE, (engine) => {
  const { precision } = EXAMPLE;
  const { scores = [], weights = [] } = at(engine, {}).queries[1] ?? {};
  const x = { shape: [1, KEY_COUNT], data: scores };
  const softmax = engine.softmax({ precision, logits: x });
  return [
    claim('softmax1', softmax.data[0] ?? Number.NaN, weights[0], ROUNDING),
    claim('softmax2', softmax.data[1] ?? Number.NaN, weights[1], ROUNDING),
    reach('letter1', scores[0] ?? Number.NaN, weights[0], ROUNDING),
    reach('letter2', scores[1] ?? Number.NaN, weights[1], ROUNDING),
  ];
});

const length = probe(planeState({ planeScore: 'dot', planeDivisor: 'sqrt_dk' }), (engine) => {
  const { precision, planeKeys, planeQueries } = EXAMPLE;
  const scaled = at(engine, { planeScore: 'dot', planeDivisor: 'sqrt_dk' }).queries[0]?.logits[0];
  const keys = { shape: [KEY_COUNT, 2], data: planeKeys };
  const queries = { shape: [1, 2], data: planeQueries.slice(0, 2) };
  const { keyLengths } = engine.angles({ precision, queries, keys });
  // With this divisor, the engine divides by √embedSize, so any whole number n gives q·k/√n.
  const overRoot = (embedSize: number) =>
    engine.scaledDotScores({ precision, queries, keys, divisor: 'sqrt_embed', embedSize }).data[0];
  const overNorm = engine.scaledDotScores({
    precision,
    queries,
    keys,
    divisor: 'number',
    divisorNumber: Math.sqrt(keyLengths.data[0] as number),
  }).data[0];
  const expected = scaled ?? Number.NaN;
  return [
    claim('components', expected, overRoot(2), ROUNDING),
    reach('keys', expected, overRoot(KEY_COUNT), ROUNDING),
    reach('norm', expected, overNorm, ROUNDING),
  ];
});

/** The experiments on the claims about the two-dimensional sample, in the order of the page Verify. */
export const planeProbes = {
  'plane-sample': sample,
  'plane-mean': mean,
  'plane-dot': dotProduct,
  'plane-gaussian': gaussian,
  'plane-letter': letter,
  'plane-length': length,
  'plane-product': product,
  'plane-scale': scale,
};
