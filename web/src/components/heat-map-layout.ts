// SPDX-License-Identifier: MIT
import { longest } from './text-width.ts';

/** Where a heat map's cells and names lie, in pixels. */
export interface HeatLayout {
  readonly left: number;
  readonly top: number;
  readonly side: number;
  readonly tall: number;
  /** The names as far as there is room for them. */
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** Whether the columns' names stand on end. */
  readonly isUpright: boolean;
  /** Whether the cells have room for their numbers. */
  readonly hasRoom: boolean;
}

export const HEAT_GAP = 8;
const LEAST_LEFT = 28;
const TOP = 24;
const LARGEST_CELL = 180;
const TALLEST_CELL = 62;
/** Air between a cell's number and its edges. */
const PADDING = 6;
/** Lower cells have no room for their numbers. */
const LEAST_TALL = 18;
/** The share of the width that the rows' names may take, and the most that upright ones may. */
const NAMES_SHARE = 0.28;
const TALLEST_NAME = 84;

/**
 * Lays out a heat map of `width` pixels.
 * @param text  the longest text of a cell
 * @param height  the greatest height of cells and column names together
 */
export function heatLayout(
  width: number,
  allRows: readonly string[],
  allColumns: readonly string[],
  text: string,
  measure: (text: string) => number,
  height = Number.POSITIVE_INFINITY,
): HeatLayout {
  const rows = shortened(allRows, Math.max(width * NAMES_SHARE, LEAST_LEFT), measure);
  const left = Math.max(longest(rows, measure) + HEAT_GAP, LEAST_LEFT);
  const count = Math.max(allColumns.length, 1);
  const side = Math.min(Math.max((width - left) / count, 1), LARGEST_CELL);
  const isUpright = longest(allColumns, measure) + PADDING > side;
  const columns = isUpright ? shortened(allColumns, TALLEST_NAME, measure) : allColumns;
  const top = isUpright ? longest(columns, measure) + 2 * HEAT_GAP : TOP;
  const tall = Math.min(side, TALLEST_CELL, Math.max((height - top) / allRows.length, 1));
  return {
    left,
    top,
    side,
    tall,
    rows,
    columns,
    isUpright,
    hasRoom: measure(text) + PADDING <= side && (tall === side || tall >= LEAST_TALL),
  };
}

/** Names cut to a width, with a sign that they go on. */
function shortened(
  names: readonly string[],
  room: number,
  measure: (text: string) => number,
): readonly string[] {
  return names.map((name) => {
    const characters = Array.from(name);
    if (measure(name) <= room) return name;
    while (characters.length > 1 && measure(`${characters.join('')}…`) > room) characters.pop();
    return `${characters.join('')}…`;
  });
}
