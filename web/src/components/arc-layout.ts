// SPDX-License-Identifier: MIT
// Computes the layout of a row of symbols (words or letters) and of the arcs between them.

/** The layout of the symbols; all lengths are in px. */
export interface SymbolRow {
  /** The x coordinate of each symbol's centre. */
  readonly places: readonly number[];
  /** The width that is available to each symbol. */
  readonly slots: readonly number[];
  /** Whether the symbols are rotated by 90°, because the row is too narrow for horizontal symbols. */
  readonly isUpright: boolean;
  readonly height: number;
}

const SIDE = 4;
/**
 * Maximum gap between symbols: `most` px, and not more than the share `part` of the widest symbol's width. So single
 * letters are closer together than words.
 */
const GAP = { most: 8, part: 0.2 };
const LINE = 24;
const LONGEST_UPRIGHT = 84;

/**
 * Distributes symbols with the given widths over the `width` of the figure. All lengths are in px.
 * @param tallest  maximum height of rotated symbols
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
/**
 * A cubic Bézier curve whose two control points have the same height reaches 3/4 of that height. So the control points
 * are at 4/3 of the arc's height.
 */
const HANDLE = 4 / 3;
/**
 * The height of an arc grows with this power of the distance between its ends. With an exponent below 1, arcs between
 * near symbols are high enough to be distinguished.
 */
const BEND = 0.6;

/**
 * The height in px of an arc between two x coordinates, at most `room`. If both are equal, the arc is a loop with a
 * fixed height.
 * @param longest  the largest distance between two symbols of the row
 */
export function peakOf(from: number, to: number, longest: number, room: number): number {
  if (from === to) return Math.min(LOOP.height * (3 / 4), room);
  const part = (Math.abs(to - from) / longest) ** BEND;
  return Math.min(LEAST_PEAK + part * (room - LEAST_PEAK), room);
}

/**
 * The SVG path of an arc.
 * @param base  the y coordinate of both ends
 * @param peak  the height of the arc in px; negative for an arc below `base`
 */
export function arcPath(from: number, to: number, base: number, peak: number): string {
  const [x0, x1] = from === to ? [from - 3, to + 3] : [from, to];
  const [a, b] = from === to ? [from - LOOP.width, to + LOOP.width] : [from, to];
  const top = base - HANDLE * peak;
  const at = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return `M${at(x0, base)}C${at(a, top)} ${at(b, top)} ${at(x1, base)}`;
}
