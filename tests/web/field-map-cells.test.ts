// SPDX-License-Identifier: MIT
// Tests the SVG paths of a grid of cells with strengths from 0 to 1: one path for the cells of each of five steps of
// strength, and one for all cells.
import { expect, it } from 'vitest';
import { cellPaths, STEP_COUNT } from '../../web/src/components/field-map-cells.ts';

const EDGES = { left: 0, right: 40, top: 0, bottom: 20 };

it('cells of the same step in a row are one rectangle, and 0 and NaN are not drawn', () => {
  const { steps, all } = cellPaths([0.1, 0.3, 0, 1, Number.NaN, 0.5, 0.9, 0.7], 4, EDGES);
  expect(steps).toEqual([
    'M0 20H20V10H0z',
    'M10 10H20V0H10z',
    'M30 10H40V0H30z',
    'M20 10H30V0H20z',
    'M30 20H40V10H30z',
  ]);
  expect(all).toBe('M0 20H20V10H0zM30 20H40V10H30zM10 10H40V0H10z');
});

it('a strength on the bound between two steps belongs to the higher one', () => {
  for (const [i, bound] of [0.4, 0.6, 0.8, 0.95].entries()) {
    const { steps } = cellPaths([bound], 1, EDGES);
    expect(steps.findIndex((path) => path !== '')).toBe(i + 1);
  }
  expect(STEP_COUNT).toBe(5);
});
