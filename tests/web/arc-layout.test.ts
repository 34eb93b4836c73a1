// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { arcPath, peakOf, symbolRow } from '../../web/src/components/arc-layout.ts';

it('symbols are in order between the edges, each in a slot of its own width', () => {
  const { places, isUpright } = symbolRow([20, 60, 20], 300);
  expect(isUpright).toBe(false);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  const [first = 0, second = 0, third = 0] = places;
  expect(second - first).toBeCloseTo(third - second);
  expect(first).toBeGreaterThan(10);
  expect(third).toBeLessThan(290);
});

it('words without room are vertical, evenly spaced, and at most as tall as allowed', () => {
  const { places, isUpright, height } = symbolRow(Array(17).fill(60), 350, 50);
  expect(isUpright).toBe(true);
  expect(height).toBe(50);
  const steps = places.slice(1).map((x, i) => x - (places[i] ?? 0));
  for (const step of steps) expect(step).toBeCloseTo(steps[0] ?? 0);
});

it('24 letters of a list fit on a phone', () => {
  expect(symbolRow(Array(24).fill(11), 328).isUpright).toBe(false);
});

it('a longer distance has a higher arc, within the available height', () => {
  const peaks = [30, 100, 300].map((to) => peakOf(0, to, 300, 90));
  expect(peaks).toEqual(peaks.toSorted((a, b) => a - b));
  expect(peaks.at(-1)).toBe(90);
  expect(peakOf(50, 50, 300, 10)).toBe(10);
  expect(peakOf(0, 30, 300, 10)).toBe(10);
});

it('an arc ends at both symbols, and an arc from a symbol to itself is a loop', () => {
  expect(arcPath(10, 90, 40, 30)).toBe('M10.0 40.0C10.0 0.0 90.0 0.0 90.0 40.0');
  expect(arcPath(10, 90, 40, -30)).toBe('M10.0 40.0C10.0 80.0 90.0 80.0 90.0 40.0');
  expect(arcPath(10, 10, 40, 15)).toBe('M7.0 40.0C-3.0 20.0 23.0 20.0 13.0 40.0');
});
