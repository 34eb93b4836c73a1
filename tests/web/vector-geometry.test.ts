// SPDX-License-Identifier: MIT
// Tests the shapes that a figure of arrows draws between two vectors.
import { expect, it } from 'vitest';
import type { PlotFrame } from '../../web/src/components/plot-frame.ts';
import { arcPath, shadowOf } from '../../web/src/components/vector-geometry.ts';

/** A plot with 10 px for each unit, and the origin in the top left corner. */
const frame = { x: (x: number) => 10 * x, y: (y: number) => 10 * -y } as unknown as PlotFrame;
const NONE = { x: 0, y: 0 };

it('the projection on a vector ends at its foot, and is drawn beside the vector', () => {
  expect(shadowOf(frame, { x: 2, y: 0 }, { x: 3, y: 4 }, 5)).toEqual({
    foot: [30, -0],
    from: [0, 5],
    to: [30, 5],
  });
  const { foot } = shadowOf(frame, { x: 0, y: 0.5 }, { x: 3, y: 4 }, 0) ?? {};
  expect(foot).toEqual([0, -40]);
});

it('a vector without length has no projection and no angle', () => {
  expect(shadowOf(frame, NONE, { x: 3, y: 4 }, 5)).toBeUndefined();
  expect(arcPath(frame, NONE, { x: 1, y: 0 }, 20)).toBeUndefined();
  expect(arcPath(frame, { x: 1, y: 0 }, NONE, 20)).toBeUndefined();
  expect(arcPath(frame, { x: 1, y: 0 }, { x: 0, y: 1 }, 20)).toMatch(/^M ?20\b/);
});

it('an arc goes the shorter way around, also past the negative x axis', () => {
  const [above, below] = [
    { x: -1, y: 1 },
    { x: -1, y: -1 },
  ];
  /** The flag of the SVG arc: 1 is clockwise on the screen. */
  const sweep = (from: typeof NONE, to: typeof NONE) =>
    /A20 20 0 0 ([01]) /.exec(arcPath(frame, from, to, 20) ?? '')?.[1];
  expect(sweep(above, below)).toBe('0');
  expect(sweep(below, above)).toBe('1');
  expect(sweep({ x: 1, y: 0 }, { x: 0, y: 1 })).toBe('0');
  expect(sweep({ x: 0, y: 1 }, { x: 1, y: 0 })).toBe('1');
});
