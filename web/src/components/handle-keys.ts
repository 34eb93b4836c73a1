// SPDX-License-Identifier: MIT

/** The values along one direction that a handle can be moved to. */
export interface Track {
  readonly low: number;
  readonly high: number;
  /** How far an arrow key moves; with Shift, and by a page key, ten times as far. */
  readonly step: number;
  /** Values are multiples of it. */
  readonly unit: number;
}

const LARGE_STEPS = 10;

/** A hundredth of an interval, rounded down to a power of ten: as many digits as a picture can show. */
export const unitOf = ([low, high]: readonly [number, number]): number =>
  10 ** Math.floor(Math.log10((high - low) / 100));

/** The nearest value on the track. */
export function onTrack(value: number, { low, high, unit }: Track): number {
  const rounded = Number((Math.round(value / unit) * unit).toPrecision(12));
  return Math.min(Math.max(rounded, low), high);
}

/**
 * How many steps a key moves a handle; undefined for a key that does not move it.
 * @param isLine  the handle moves along x alone, and all arrow keys move it there
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

/** Where so many steps lead. A value that the key does not move keeps all its digits. */
export const stepped = (value: number, steps: number, track: Track | undefined): number =>
  steps === 0 || track === undefined ? value : onTrack(value + steps * track.step, track);
