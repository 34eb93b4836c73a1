// SPDX-License-Identifier: MIT
// Tests `areaPath`, the outline of the region in which the values of a grid are above 0.
import { describe, expect, it } from 'vitest';
import { areaPath } from '../../web/src/components/area-path.ts';

/** The area inside an SVG path that consists of closed polygons. */
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
  it('is the whole square, nothing, or the part beside a straight border', () => {
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

  it('omits cells without a level and does not grow because of them', () => {
    const holed = grid((column, row) => (column === 5 && row === 5 ? Number.NaN : 1));
    const area = areaOf(areaPath(holed, place));
    expect(area).toBeLessThan(10_000);
    expect(area).toBeGreaterThan(9_600);
  });
});
