// SPDX-License-Identifier: MIT

/** Row and column, numbered from 0. */
export type CellPlace = readonly [row: number, column: number];

const WAYS: Readonly<Record<string, CellPlace>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

/** The cell of a matrix to which an arrow key, Home or End moves the focus. Undefined for other keys. */
export function movedCell(
  event: KeyboardEvent,
  [row, column]: CellPlace,
  rows: number,
  columns: number,
): CellPlace | undefined {
  const way = WAYS[event.key];
  if (way === undefined || event.altKey || event.ctrlKey || event.metaKey) return undefined;
  const kept = (x: number, count: number) => Math.min(Math.max(x, 0), count - 1);
  return [kept(row + way[0], rows), kept(column + way[1], columns)];
}
