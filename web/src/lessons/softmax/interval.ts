// SPDX-License-Identifier: MIT
import { ENTRY_RANGE } from './state.ts';

export type Interval = readonly [low: number, high: number];

const USUAL: Interval = [-10, 10];
const ROUND = 10;

export const holds = ([low, high]: Interval, x: readonly number[]): boolean =>
  x.every((entry) => entry >= low && entry <= high);

/** The interval that the sliders and the curve offer: the usual one, or one that takes all entries in. */
export function entryInterval(x: readonly number[]): Interval {
  if (holds(USUAL, x)) return USUAL;
  const [low, high] = [Math.min(...x), Math.max(...x)];
  const air = Math.max(ROUND, (high - low) / 4);
  return [
    Math.max(Math.floor((low - air) / ROUND) * ROUND, ENTRY_RANGE.min),
    Math.min(Math.ceil((high + air) / ROUND) * ROUND, ENTRY_RANGE.max),
  ];
}
