// SPDX-License-Identifier: MIT

/** Levels on an even grid over a square, row by row from the lower left. */
export interface LevelGrid {
  /** Points along each side. */
  readonly side: number;
  /** side² numbers; NaN counts as below 0. */
  readonly levels: ArrayLike<number>;
}

type Corner = readonly [column: number, row: number, level: number];

/** How far from `a` to `b` the level passes 0; an undefined end is as far from 0 as the other. */
const crossing = (a: number, b: number): number =>
  Number.isFinite(a) && Number.isFinite(b) ? a / (a - b) : 0.5;

/** The part of a cell above 0, its edges laid between the corners; joined where corners face. */
function cellOutline(corners: readonly Corner[]): readonly (readonly [number, number])[] {
  return corners.flatMap(([column, row, level], i) => {
    const [nextColumn, nextRow, next] = corners[(i + 1) % corners.length] as Corner;
    const here = level > 0 ? [[column, row] as const] : [];
    if (level > 0 === next > 0) return here;
    const part = crossing(level, next);
    const x = column + part * (nextColumn - column);
    const y = row + part * (nextRow - row);
    return [...here, [x, y] as const];
  });
}

/**
 * The part of a square where the levels are above 0, as the path of an SVG.
 * @param place  of a point of the grid, in pixels; fractions lie between
 */
export function areaPath(
  { side, levels }: LevelGrid,
  place: (column: number, row: number) => readonly [px: number, py: number],
): string {
  const at = (column: number, row: number): Corner => [
    column,
    row,
    levels[row * side + column] as number,
  ];
  const outline = (points: readonly (readonly [number, number])[]): string =>
    `M${points
      .map(([column, row]) =>
        place(column, row)
          .map((x) => x.toFixed(1))
          .join(' '),
      )
      .join('L')}Z`;
  const parts: string[] = [];
  for (let row = 0; row < side - 1; row++) {
    let from: number | undefined;
    const endRun = (column: number) => {
      if (from === undefined) return;
      parts.push(
        outline([
          [from, row],
          [column, row],
          [column, row + 1],
          [from, row + 1],
        ]),
      );
      from = undefined;
    };
    for (let column = 0; column < side - 1; column++) {
      const corners = [
        at(column, row),
        at(column + 1, row),
        at(column + 1, row + 1),
        at(column, row + 1),
      ];
      if (corners.every(([, , level]) => level > 0)) {
        from ??= column;
        continue;
      }
      endRun(column);
      const points = cellOutline(corners);
      if (points.length > 2) parts.push(outline(points));
    }
    endRun(side - 1);
  }
  return parts.join('');
}
