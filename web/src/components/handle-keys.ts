// SPDX-License-Identifier: MIT

/** The values that a handle can take along one axis. */
export interface Track {
  readonly low: number;
  readonly high: number;
  /** The distance of one arrow key press. Shift and the page keys move ten times as far. */
  readonly step: number;
  /** Values are rounded to multiples of this number. */
  readonly unit: number;
}

const LARGE_STEPS = 10;

/** A hundredth of an interval, rounded down to a power of ten. A drag cannot be more precise than that. */
export const unitOf = ([low, high]: readonly [number, number]): number =>
  10 ** Math.floor(Math.log10((high - low) / 100));

/** The nearest value on the track. */
export function onTrack(value: number, { low, high, unit }: Track): number {
  const rounded = Number((Math.round(value / unit) * unit).toPrecision(12));
  return Math.min(Math.max(rounded, low), high);
}

/**
 * The number of steps that a key moves a handle in each direction; undefined for other keys.
 * @param isLine  the handle moves along x only, so all arrow keys move it along x
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

/** The value after a number of steps. With no steps, the value keeps all its digits. */
export const stepped = (value: number, steps: number, track: Track | undefined): number =>
  steps === 0 || track === undefined ? value : onTrack(value + steps * track.step, track);
