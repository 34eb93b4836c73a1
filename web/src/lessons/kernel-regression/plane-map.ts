// SPDX-License-Identifier: MIT
// Many queries around the two-dimensional sample, and the keys with the largest score ("winners") for each of them.
import type { Engine } from '../../engine/index.ts';
import { attendTo, KEYS, winnersIn } from './plane.ts';
import type { State } from './state.ts';

/** A square grid of queries, row by row from the smallest chest measure. */
export interface PlaneMap {
  /** Waist and chest of each query in cm: waist, chest, waist, chest, … */
  readonly points: ArrayLike<number>;
  /** For each query, the indices of the keys with the largest score. */
  readonly winners: readonly (readonly number[])[];
  /** For each key, the share of queries for which it has the largest score. A tie counts for each of the tied keys. */
  readonly shares: readonly number[];
}

/** The number of queries along one side, and the ranges of waist and chest in cm. */
const SIDE = 50;
const WAIST = { min: 40, max: 70 };
const CHEST = { min: 62, max: 92 };

const middle = ({ min, max }: typeof WAIST, i: number) => min + ((i + 0.5) * (max - min)) / SIDE;
const GRID: readonly number[] = Array.from({ length: SIDE * SIDE }, (_, cell) => [
  middle(WAIST, cell % SIDE),
  middle(CHEST, Math.floor(cell / SIDE)),
]).flat();

/** @throws AttentionError */
export function computeMap(state: State, engine: Engine): PlaneMap {
  const { scores } = attendTo(GRID, state, engine);
  const winners = Array.from({ length: SIDE * SIDE }, (_, cell) => winnersIn(scores.data, cell));
  const shares = KEYS.map(
    (key) => winners.filter((keys) => keys.includes(key)).length / winners.length,
  );
  return { points: GRID, winners, shares };
}
