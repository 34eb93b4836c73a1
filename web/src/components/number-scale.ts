// SPDX-License-Identifier: MIT
import { leastIndex } from 'd3-array';

/** The values that a control goes through; positions on it are values, their decimal logarithms or numbers of stops. */
export interface NumberScale {
  readonly min: number;
  readonly max: number;
  /** 0: a two-hundredth of the way, with two digits. */
  readonly step: number;
  /** Gives equal ways to equal ratios. */
  readonly logarithmic: boolean;
  /** All values from `min` to `max`, where they are not even: equal ways from one to the next. */
  readonly stops: readonly number[] | undefined;
}

const STEPS = 200;
const LOG_DIGITS = 3;

/** The position of a value, or of the stop that is nearest to it. */
export function positionOf({ stops, logarithmic }: NumberScale, value: number): number {
  if (stops) return leastIndex(stops, (a, b) => Math.abs(a - value) - Math.abs(b - value)) ?? 0;
  return logarithmic ? Math.log10(value) : value;
}

/** How far apart positions are. */
export function positionStep(scale: NumberScale): number {
  if (scale.stops) return 1;
  if (scale.step > 0) return scale.step;
  const way = positionOf(scale, scale.max) - positionOf(scale, scale.min);
  return Number((way / STEPS).toPrecision(2));
}

/** The value at a position; the nearest end beyond them. */
export function valueAt({ min, max, stops, logarithmic }: NumberScale, position: number): number {
  if (stops) return stops[Math.min(Math.max(Math.round(position), 0), stops.length - 1)] as number;
  // Adding up steps leaves traces such as 57.300000000000004.
  const rounded = logarithmic
    ? Number((10 ** position).toPrecision(LOG_DIGITS))
    : Number(position.toPrecision(12));
  return Math.min(Math.max(rounded, min), max);
}
