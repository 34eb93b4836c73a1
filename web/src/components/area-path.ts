// SPDX-License-Identifier: MIT

/** The values of a function on a regular grid over a square, row by row from the lower left. */
export interface LevelGrid {
  /** Number of grid points along each side. */
  readonly side: number;
  /** side² numbers. NaN is treated as negative. */
  readonly levels: ArrayLike<number>;
}

type Corner = readonly [column: number, row: number, level: number];

/**
 * The position at which the linear interpolation between two neighbouring values is 0, as a share of the distance from
 * `a` to `b`. If one of the values is not finite, 0.5.
 */
const crossing = (a: number, b: number): number =>
  Number.isFinite(a) && Number.isFinite(b) ? a / (a - b) : 0.5;

/**
 * The outline of the part of a grid cell in which the interpolated function is positive (marching squares). If only two
 * diagonally opposite corners are positive, one outline contains both.
 */
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
 * The SVG path of the area of a square in which the interpolated function is positive.
 * @param place  returns the pixel coordinates of a grid point, which may have fractions
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
