// SPDX-License-Identifier: MIT
import { leastIndex } from 'd3-array';

/**
 * The values of a slider. Its range input has integer positions from 0 (for `min`) to `lastPosition` (for `max`). With
 * decimal positions, browsers could exclude the maximum, because it must be a whole number of steps from the minimum.
 */
export interface NumberScale {
  readonly min: number;
  readonly max: number;
  /**
   * Distance between the values of neighbouring positions. The last distance is shorter if the range is not a multiple
   * of `step`. On a logarithmic scale: distance between decimal logarithms, adjusted to divide the range evenly. 0
   * means 1/200 of the range, rounded to two significant digits.
   */
  readonly step: number;
  /** Whether equal distances on the slider are equal ratios of values. */
  readonly logarithmic: boolean;
  /** All values from `min` to `max`, if they are listed instead of computed from `step`. Position i is `stops[i]`. */
  readonly stops: readonly number[] | undefined;
}

const STEPS = 200;
const LEAST_LOG_DIGITS = 3;
const DIGITS = 12;
/** A last step shorter than this fraction of a step is attributed to rounding errors and omitted. */
const ERROR = 1e-6;

export function lastPosition(scale: NumberScale): number {
  if (scale.stops) return scale.stops.length - 1;
  const steps = stepsTo(scale, scale.max);
  return Math.max(Math.ceil(steps - ERROR), Math.sign(steps));
}

/** The position of a value; between two positions, a fraction. With `stops`: the position of the nearest stop. */
export function positionOf(scale: NumberScale, value: number): number {
  const { stops, max } = scale;
  if (stops) return leastIndex(stops, (a, b) => Math.abs(a - value) - Math.abs(b - value)) ?? 0;
  const steps = stepsTo(scale, value);
  const whole = Math.max(lastPosition(scale) - 1, 0);
  return steps > whole ? whole + (steps - whole) / (stepsTo(scale, max) - whole) : steps;
}

/** The value at a position, limited to the range from `min` to `max`. */
export function valueAt(scale: NumberScale, position: number): number {
  const { min, max, stops, logarithmic } = scale;
  const last = lastPosition(scale);
  if (stops) return stops[Math.min(Math.max(Math.round(position), 0), last)] as number;
  if (position <= 0) return min;
  if (position >= last) return max;
  const place = placeOf(scale, min) + position * stepOf(scale);
  // The value is rounded, because sums of steps have rounding errors, such as 57.300000000000004.
  const rounded = logarithmic
    ? Number((10 ** place).toPrecision(logDigits(scale)))
    : Number(place.toFixed(decimals(scale)));
  return Math.min(Math.max(rounded, min), max);
}

/** The coordinate of a value along the slider: the value itself, or on a logarithmic scale log10 of the value. */
const placeOf = ({ logarithmic }: NumberScale, value: number): number =>
  logarithmic ? Math.log10(value) : value;

function stepOf(scale: NumberScale): number {
  const way = placeOf(scale, scale.max) - placeOf(scale, scale.min);
  const step = scale.step > 0 ? scale.step : Number((way / STEPS).toPrecision(2));
  // On a logarithmic scale, all steps are equal. Otherwise the last two values could be rounded to the same number.
  return (scale.logarithmic ? way / Math.max(Math.round(way / step), 1) : step) || 1;
}

const stepsTo = (scale: NumberScale, value: number): number =>
  (placeOf(scale, value) - placeOf(scale, scale.min)) / stepOf(scale);

/** Number of significant digits that distinguishes the values of neighbouring positions on a logarithmic scale. */
const logDigits = (scale: NumberScale): number =>
  Math.max(LEAST_LOG_DIGITS, Math.ceil(1 + Math.log10(Math.LOG10E / stepOf(scale))));

/** Number of decimals of the values on a linear scale. Further decimals would show rounding errors. */
function decimals({ min, max }: NumberScale): number {
  const largest = Math.max(Math.abs(min), Math.abs(max));
  return Math.min(Math.max(DIGITS - Math.ceil(Math.log10(largest)), 0), 100);
}
