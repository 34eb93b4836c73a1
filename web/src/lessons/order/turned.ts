// SPDX-License-Identifier: MIT
// One pair of the numbers of a query and of a key, turned by their places.
import type { Engine } from '../../engine/index.ts';
import { dotsOf, matrix, rowsOf } from '../matrix.ts';

type Pair = readonly [number, number];

/** The farthest that the key can be from the query. */
export const FAR = 4;
const QUERY: Pair = [3, 1];
const KEY: Pair = [1, 3];
/** The width of a head of the sentence model, and the pair of its components that is shown, counted from 0. */
const WIDTH = 16;
const PAIR = 1;

const precision = 'float64';

/** The pair of a vector at a number of places, one row for each, from the first. */
function turnsOf(engine: Engine, pair: Pair, count: number): readonly Pair[] {
  const row = Array.from({ length: WIDTH }, (_, i) => pair[i - 2 * PAIR] ?? 0);
  const x = matrix(...Array.from({ length: count }, () => row));
  return rowsOf(engine.rotary({ precision, x })).map((turned) => [
    turned[2 * PAIR] as number,
    turned[2 * PAIR + 1] as number,
  ]);
}

/**
 * @param place  of the query, counted from 1
 * @param apart  how many places the key stands after the query
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
    /** The scores by the distance from the query to the key, from −FAR to FAR. */
    ...{ query: QUERY, key: KEY, turnedQuery, byDistance },
    /** How often query and key are turned. */
    times,
    /** Places, counted from 1. The first place does not turn. */
    places: { query: place, key: place + apart },
    turnedKey: around[FAR + apart] ?? KEY,
    /** How far a place further turns, and how far query and key are turned, in degrees. */
    degrees: { step, query: step * times.query, key: step * times.key },
    score: byDistance[FAR + apart] ?? Number.NaN,
    /** The score of a key that is as far on the other side of the query. */
    mirrored: byDistance[FAR - apart] ?? Number.NaN,
  };
}
