// SPDX-License-Identifier: MIT
// Computes the map of the two-dimensional sample: a grid of queries, and the keys with the largest score ("winners") at
// each of them.
import { KEY_COUNT, VIEW_RANGES, type View } from './state.ts';

/** A square grid of queries, row by row from the smallest chest measure, with the weights of all keys at each query. */
export interface PlaneMap {
  readonly side: number;
  /** Waist and chest at the centre of each cell, in cm: waist, chest, waist, chest, … */
  readonly points: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
  /** For each cell, the indices of the keys with the largest score. */
  readonly winners: readonly (readonly number[])[];
  /** For each key, the share of cells in which it has the largest score. A tie counts for each of the tied keys. */
  readonly shares: readonly number[];
}

/** Number of queries along one side of the map. */
const MAP_SIDE = 50;

const grids = new Map<View, Float64Array>();

/** Waist and chest in cm at the centres of all cells: waist, chest, waist, chest, … */
export function gridOf(view: View): Float64Array {
  const grid = grids.get(view) ?? newGrid(view);
  grids.set(view, grid);
  return grid;
}

function newGrid(view: View): Float64Array {
  const [waist, chest] = VIEW_RANGES[view];
  const middle = ({ min, max }: typeof waist, i: number) =>
    min + ((i + 0.5) * (max - min)) / MAP_SIDE;
  const grid = new Float64Array(2 * MAP_SIDE * MAP_SIDE);
  for (let cell = 0; cell < MAP_SIDE * MAP_SIDE; cell++) {
    grid[2 * cell] = middle(waist, cell % MAP_SIDE);
    grid[2 * cell + 1] = middle(chest, Math.floor(cell / MAP_SIDE));
  }
  return grid;
}

export const KEYS = Array.from({ length: KEY_COUNT }, (_, key) => key);
/** All sets of keys; bit k of the index means that key k is in the set. Cells with the same winners share an array. */
const SETS = Array.from({ length: 2 ** KEY_COUNT }, (_, bits) =>
  KEYS.filter((key) => bits & (1 << key)),
);

/** The indices of the keys with the largest score in row number `row` of `scores`. */
export function winnersIn(scores: ArrayLike<number>, row: number): readonly number[] {
  let highest = Number.NEGATIVE_INFINITY;
  let bits = 0;
  for (let key = 0; key < KEY_COUNT; key++) {
    const score = scores[KEY_COUNT * row + key] as number;
    if (score > highest) {
      highest = score;
      bits = 0;
    }
    if (score === highest) bits |= 1 << key;
  }
  return SETS[bits] as readonly number[];
}

/** Builds the map from the scores and weights of its queries. */
export function mapOf(
  points: ArrayLike<number>,
  scores: ArrayLike<number>,
  weights: ArrayLike<number>,
): PlaneMap {
  const cells = MAP_SIDE * MAP_SIDE;
  const winners = Array.from({ length: cells }, (_, cell) => winnersIn(scores, cell));
  const won = KEYS.map(() => 0);
  for (const keys of winners) for (const key of keys) won[key] = (won[key] as number) + 1;
  return { side: MAP_SIDE, points, weights, winners, shares: won.map((count) => count / cells) };
}
