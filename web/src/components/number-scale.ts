// SPDX-License-Identifier: MIT
import { leastIndex } from 'd3-array';

/** The values of a control. A position on it is a value, a decimal logarithm, or the index of a stop. */
export interface NumberScale {
  readonly min: number;
  readonly max: number;
  /** Distance between values; 0 means a 200th of the range, rounded to two digits. */
  readonly step: number;
  /** Equal distances on the control are equal ratios of values. */
  readonly logarithmic: boolean;
  /** All values from `min` to `max`, if they are not evenly spaced. The control spaces them evenly. */
  readonly stops: readonly number[] | undefined;
}

const STEPS = 200;
const LOG_DIGITS = 3;

/** The position of a value, or of the nearest stop. */
export function positionOf({ stops, logarithmic }: NumberScale, value: number): number {
  if (stops) return leastIndex(stops, (a, b) => Math.abs(a - value) - Math.abs(b - value)) ?? 0;
  return logarithmic ? Math.log10(value) : value;
}

/** The distance between neighbouring positions. */
export function positionStep(scale: NumberScale): number {
  if (scale.stops) return 1;
  if (scale.step > 0) return scale.step;
  const way = positionOf(scale, scale.max) - positionOf(scale, scale.min);
  return Number((way / STEPS).toPrecision(2));
}

/** The value at a position, limited to the range of the control. */
export function valueAt({ min, max, stops, logarithmic }: NumberScale, position: number): number {
  if (stops) return stops[Math.min(Math.max(Math.round(position), 0), stops.length - 1)] as number;
  // Sums of steps have rounding errors such as 57.300000000000004.
  const rounded = logarithmic
    ? Number((10 ** position).toPrecision(LOG_DIGITS))
    : Number(position.toPrecision(12));
  return Math.min(Math.max(rounded, min), max);
}
