// SPDX-License-Identifier: MIT
// Where the symbols of a row of text stand, and the arcs between them.

/** Where the symbols of a figure stand, in pixels. */
export interface SymbolRow {
  /** The middle of each symbol. */
  readonly places: readonly number[];
  /** The room of each symbol. */
  readonly slots: readonly number[];
  /** Symbols that have too little room stand upright. */
  readonly isUpright: boolean;
  /** Height of the line of symbols. */
  readonly height: number;
}

const SIDE = 4;
/** Between symbols: single letters stand closer than words. */
const GAP = { most: 8, part: 0.2 };
const LINE = 24;
const LONGEST_UPRIGHT = 84;

/**
 * Places symbols of these widths from edge to edge of `width` pixels.
 * @param tallest  the most height that upright symbols may take
 */
export function symbolRow(
  widths: readonly number[],
  width: number,
  tallest = LONGEST_UPRIGHT,
): SymbolRow {
  const room = width - 2 * SIDE;
  const widest = Math.max(0, ...widths);
  const gap = Math.min(GAP.most, widest * GAP.part);
  const taken = widths.reduce((sum, one) => sum + one + gap, 0);
  if (taken <= room) {
    const air = (room - taken) / Math.max(widths.length, 1);
    const slots = widths.map((one) => one + gap + air);
    let left = SIDE;
    const places = slots.map((slot) => {
      left += slot;
      return left - slot / 2;
    });
    return { places, slots, isUpright: false, height: LINE };
  }
  const slot = room / widths.length;
  const height = Math.min(widest + GAP.most, tallest);
  const places = widths.map((_, i) => SIDE + (i + 0.5) * slot);
  return { places, slots: widths.map(() => slot), isUpright: true, height };
}

const LOOP = { width: 13, height: 22 };
const LEAST_PEAK = 14;
/** A cubic curve whose handles are as high reaches three quarters of their height. */
const HANDLE = 4 / 3;
/** Near symbols get arcs higher than in proportion, so that they can be told from each other. */
const BEND = 0.6;

/** The height of an arc between two places, of `room` pixels at most; `longest` is the longest way. */
export function peakOf(from: number, to: number, longest: number, room: number): number {
  if (from === to) return Math.min(LOOP.height * (3 / 4), room);
  const part = (Math.abs(to - from) / longest) ** BEND;
  return Math.min(LEAST_PEAK + part * (room - LEAST_PEAK), room);
}

/**
 * An arc as the path of an svg.
 * @param base  the height of both ends
 * @param peak  how far the arc leaves it: upwards, or downwards where negative
 */
export function arcPath(from: number, to: number, base: number, peak: number): string {
  const [x0, x1] = from === to ? [from - 3, to + 3] : [from, to];
  const [a, b] = from === to ? [from - LOOP.width, to + LOOP.width] : [from, to];
  const top = base - HANDLE * peak;
  const at = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return `M${at(x0, base)}C${at(a, top)} ${at(b, top)} ${at(x1, base)}`;
}
