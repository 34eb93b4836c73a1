// SPDX-License-Identifier: MIT

/** The values that a handle (a movable part of a figure) can have along one axis. */
export interface Track {
  readonly low: number;
  readonly high: number;
  /** Distance of one arrow key press. With Shift, and with the page keys, the distance is ten times as large. */
  readonly step: number;
  /** Values are rounded to a multiple of this number. */
  readonly unit: number;
}

const LARGE_STEPS = 10;

/**
 * Positions in an interval are rounded to multiples of this unit: a hundredth of the interval, rounded down to a power
 * of ten. Example: 0.1 for the interval from 0 to 50.
 */
export const unitOf = ([low, high]: readonly [number, number]): number =>
  10 ** Math.floor(Math.log10((high - low) / 100));

/** The value on the track that is nearest to `value`. */
export function onTrack(value: number, { low, high, unit }: Track): number {
  const rounded = Number((Math.round(value / unit) * unit).toPrecision(12));
  return Math.min(Math.max(rounded, low), high);
}

/**
 * The number of steps by which a key moves a handle along x and y: infinite for Home and End. Undefined for other keys.
 * @param isLine  whether the handle moves only along x; all arrow keys then move it along x
 */
export function stepsOf(
  event: KeyboardEvent,
  isLine: boolean,
): readonly [x: number, y: number] | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
  const size = event.shiftKey ? LARGE_STEPS : 1;
  const ways: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-size, 0],
    ArrowRight: [size, 0],
    ArrowUp: isLine ? [size, 0] : [0, size],
    ArrowDown: isLine ? [-size, 0] : [0, -size],
    PageUp: [LARGE_STEPS, 0],
    PageDown: [-LARGE_STEPS, 0],
    Home: [Number.NEGATIVE_INFINITY, 0],
    End: [Number.POSITIVE_INFINITY, 0],
  };
  return ways[event.key];
}

/** The value after a number of steps. If the number is 0, the value is not rounded. */
export const stepped = (value: number, steps: number, track: Track | undefined): number =>
  steps === 0 || track === undefined ? value : onTrack(value + steps * track.step, track);
