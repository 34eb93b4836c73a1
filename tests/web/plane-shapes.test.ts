// SPDX-License-Identifier: MIT
// Areas in plots: the part of a grid above 0.
import { describe, expect, it } from 'vitest';
import { areaPath } from '../../web/src/components/area-path.ts';

/** The area that a path of closed polygons covers. */
function areaOf(path: string): number {
  const polygons = path.split('M').slice(1);
  return polygons.reduce((sum, text) => {
    const points = text
      .replace('Z', '')
      .split('L')
      .map((point) => point.split(' ').map(Number));
    const twice = points.reduce((all, [x = 0, y = 0], i) => {
      const [nextX = 0, nextY = 0] = points[(i + 1) % points.length] ?? [];
      return all + x * nextY - nextX * y;
    }, 0);
    return sum + Math.abs(twice) / 2;
  }, 0);
}

const SIDE = 11;
const grid = (level: (column: number, row: number) => number) => ({
  side: SIDE,
  levels: Array.from({ length: SIDE * SIDE }, (_, i) => level(i % SIDE, Math.floor(i / SIDE))),
});
const place = (column: number, row: number) => [10 * column, 10 * row] as const;

describe('the area above 0', () => {
  it('is the whole square, none of it, or what a straight border leaves', () => {
    expect(
      areaOf(
        areaPath(
          grid(() => 1),
          place,
        ),
      ),
    ).toBe(10_000);
    expect(
      areaPath(
        grid(() => -1),
        place,
      ),
    ).toBe('');
    expect(
      areaOf(
        areaPath(
          grid((column) => column - 2.5),
          place,
        ),
      ),
    ).toBeCloseTo(7_500, 6);
    expect(
      areaOf(
        areaPath(
          grid((column, row) => column - row),
          place,
        ),
      ),
    ).toBeCloseTo(5_000, 6);
  });

  it('leaves out what has no level, and is no larger for it', () => {
    const holed = grid((column, row) => (column === 5 && row === 5 ? Number.NaN : 1));
    const area = areaOf(areaPath(holed, place));
    expect(area).toBeLessThan(10_000);
    expect(area).toBeGreaterThan(9_600);
  });
});
