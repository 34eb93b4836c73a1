// SPDX-License-Identifier: MIT
import { leastIndex } from 'd3-array';

/**
 * The values that a slider can have. A position on the slider is the index of a stop if there are `stops`, the decimal
 * logarithm of the value if the scale is logarithmic, and otherwise the value itself.
 */
export interface NumberScale {
  readonly min: number;
  readonly max: number;
  /**
   * Distance between neighbouring positions. 0 means a 200th of the distance from the first to the last position,
   * rounded to two significant digits.
   */
  readonly step: number;
  /** Whether equal distances on the slider are equal ratios of values. */
  readonly logarithmic: boolean;
  /** All values from `min` to `max`, if they are not evenly spaced. On the slider, they are evenly spaced. */
  readonly stops: readonly number[] | undefined;
}

const STEPS = 200;
const LOG_DIGITS = 3;

/** The position of a value on the slider. If there are stops, the position of the nearest stop. */
export function positionOf({ stops, logarithmic }: NumberScale, value: number): number {
  if (stops) return leastIndex(stops, (a, b) => Math.abs(a - value) - Math.abs(b - value)) ?? 0;
  return logarithmic ? Math.log10(value) : value;
}

/** The distance between neighbouring positions on the slider. */
export function positionStep(scale: NumberScale): number {
  if (scale.stops) return 1;
  if (scale.step > 0) return scale.step;
  const way = positionOf(scale, scale.max) - positionOf(scale, scale.min);
  return Number((way / STEPS).toPrecision(2));
}

/** The value at a position of the slider, limited to the slider's range. */
export function valueAt({ min, max, stops, logarithmic }: NumberScale, position: number): number {
  if (stops) return stops[Math.min(Math.max(Math.round(position), 0), stops.length - 1)] as number;
  // The value is rounded, because sums of steps have rounding errors, such as 57.300000000000004. On a logarithmic
  // scale, three significant digits are enough.
  const rounded = logarithmic
    ? Number((10 ** position).toPrecision(LOG_DIGITS))
    : Number(position.toPrecision(12));
  return Math.min(Math.max(rounded, min), max);
}
