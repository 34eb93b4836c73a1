// SPDX-License-Identifier: MIT
// Rotary positions: one pair of components of a query and of a key, each rotated in proportion to its place.
import type { Engine } from '../../engine/index.ts';
import { dotsOf, matrix, rowsOf } from '../matrix.ts';

type Pair = readonly [number, number];

/** The largest distance of the key from the query, in places. */
export const FAR = 4;
const QUERY: Pair = [3, 1];
const KEY: Pair = [1, 3];
/** The width of a head of the sentence model, and the pair of its components that is shown, counted from 0. */
const WIDTH = 16;
const PAIR = 1;

const precision = 'float64';

/** A pair of components, rotated by each of the first `count` places. Each row is the pair at one place. */
function turnsOf(engine: Engine, pair: Pair, count: number): readonly Pair[] {
  const row = Array.from({ length: WIDTH }, (_, i) => pair[i - 2 * PAIR] ?? 0);
  const x = matrix(...Array.from({ length: count }, () => row));
  return rowsOf(engine.rotary({ precision, x })).map((turned) => [
    turned[2 * PAIR] as number,
    turned[2 * PAIR + 1] as number,
  ]);
}

/**
 * @param place  the place of the query, counted from 1
 * @param apart  the number of places from the query to the key
 */
export function turn(engine: Engine, place: number, apart: number) {
  const count = place + FAR;
  const [queries, keys] = [turnsOf(engine, QUERY, count), turnsOf(engine, KEY, count)];
  const turnedQuery = queries[place - 1] ?? QUERY;
  const around = keys.slice(place - 1 - FAR);
  const [byDistance = []] = rowsOf(dotsOf(engine, matrix(turnedQuery), matrix(...around)));
  const [, [cosine = 1, sine = 0] = []] = turnsOf(engine, [1, 0], 2);
  const step = (Math.atan2(sine, cosine) * 180) / Math.PI;
  const times = { query: place - 1, key: place - 1 + apart };
  return {
    /** `byDistance`: the scores by the distance from the query to the key, from −FAR to FAR. */
    ...{ query: QUERY, key: KEY, turnedQuery, byDistance },
    /** The number of places by which each vector is rotated: its place − 1. */
    times,
    /** Places, counted from 1. A vector at the first place is not rotated. */
    places: { query: place, key: place + apart },
    turnedKey: around[FAR + apart] ?? KEY,
    /** In degrees: the rotation per place (`step`), and the rotations of query and key. */
    degrees: { step, query: step * times.query, key: step * times.key },
    score: byDistance[FAR + apart] ?? Number.NaN,
    /** The score of a key at the opposite distance from the query. */
    mirrored: byDistance[FAR - apart] ?? Number.NaN,
  };
}
