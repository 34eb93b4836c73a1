// SPDX-License-Identifier: MIT
import { ticks } from 'd3-array';

/** Maps numbers of an axis linearly to places in px. */
export interface LinearScale {
  (value: number): number;
  /** The number at a place. */
  invert(place: number): number;
  /** About `count` round numbers within the axis. */
  ticks(count: number): number[];
}

type Ends = readonly [from: number, to: number];

/** Maps the first interval to the second. If the first is empty, the result is always the middle of the second. */
const between = ([low, high]: Ends, [start, end]: Ends) => {
  const length = high - low;
  return (at: number): number => {
    const share = length ? (at - low) / length : 0.5;
    return start * (1 - share) + end * share;
  };
};

export const linearScale = (interval: Ends, places: Ends): LinearScale =>
  Object.assign(between(interval, places), {
    invert: between(places, interval),
    ticks: (count: number) => ticks(...interval, count),
  });

/** The SVG path through points in px. It has a gap at each point that is undefined. */
export const linePath = (points: Iterable<Ends | undefined>): string => {
  let path = '';
  let isDrawing = false;
  for (const point of points) {
    if (point) path += `${isDrawing ? 'L' : 'M'}${point[0]},${point[1]}`;
    isDrawing = point !== undefined;
  }
  return path;
};
