// SPDX-License-Identifier: MIT
import { longest } from './text-width.ts';

/** Positions of the cells and names of a heat map, in px. `side` is the width of a cell, `tall` its height. */
export interface HeatLayout {
  readonly left: number;
  readonly top: number;
  readonly side: number;
  readonly tall: number;
  /** The names of the rows, truncated to the available width. */
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** Whether the column names are written vertically. */
  readonly isUpright: boolean;
  /** Whether the cells are large enough to show their numbers. */
  readonly hasRoom: boolean;
}

export const HEAT_GAP = 8;
const LEAST_LEFT = 28;
const TOP = 24;
const LARGEST_CELL = 180;
const TALLEST_CELL = 62;
/** Padding in px around the number in a cell. */
const PADDING = 6;
/** Minimum height in px of cells that show their numbers. */
const LEAST_TALL = 18;
/** Maximum width of row names, as a share of the figure's width. */
const NAMES_SHARE = 0.28;
/** Maximum height in px of vertical column names. */
const TALLEST_NAME = 84;

/**
 * Computes the layout of a heat map that is `width` px wide.
 * @param text  the longest text of a cell
 * @param height  maximum height in px of cells and column names together
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

/** Truncates names to a width of `room` px, with an ellipsis. */
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
