// SPDX-License-Identifier: MIT

type Point = readonly [x: number, y: number];

const turn = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

/** The corners of the smallest convex shape about points of a picture, in order; points on an edge are none. */
export function hullOf(points: readonly Point[]): readonly Point[] {
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (list: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of list) {
      while (chain.length >= 2 && turn(chain.at(-2) as Point, chain.at(-1) as Point, point) <= 0) {
        chain.pop();
      }
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  const corners = [...half(sorted), ...half(sorted.toReversed())];
  return corners.length > 0 ? corners : sorted.slice(0, 1);
}
