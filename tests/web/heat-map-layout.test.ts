// SPDX-License-Identifier: MIT
// Tests the layout of a heat map with a font in which every character is 8 px wide.
import { expect, it } from 'vitest';
import { HEAT_GAP, heatLayout } from '../../web/src/components/heat-map-layout.ts';

const measure = (text: string) => 8 * Array.from(text).length;
const names = (count: number, length = 2) =>
  Array.from({ length: count }, (_, i) => `${i}`.padStart(length, 'k'));

it('cells share the width beside the names, and are at most 180 px wide and 62 px tall', () => {
  const { left, side, tall, top } = heatLayout(428, names(4), names(4), '0.25', measure);
  expect([left, side, tall, top]).toEqual([28, 100, 62, 24]);
  expect(heatLayout(1000, names(2), names(2), '', measure).side).toBe(180);
  expect(heatLayout(428, names(4, 8), names(4), '', measure).left).toBe(64 + HEAT_GAP);
});

it('long names are truncated, and names wider than a cell are vertical', () => {
  const { rows } = heatLayout(200, ['attention', 'to'], names(2), '', measure);
  expect(rows).toEqual(['attent…', 'to']);
  expect(heatLayout(428, names(4), names(4, 11), '', measure).isUpright).toBe(false);
  const { isUpright, columns, top } = heatLayout(428, names(4), names(4, 13), '', measure);
  expect(isUpright).toBe(true);
  expect(columns[0]).toBe(`${'k'.repeat(9)}…`);
  expect(top).toBe(80 + 2 * HEAT_GAP);
});

it('numbers are shown in cells that are wide enough, and square or tall enough', () => {
  const has = (count: number, text: string, height?: number) =>
    heatLayout(28 + 16 * count, names(count), names(count), text, measure, height).hasRoom;
  // The cells are squares of 16 px, which have room for one character and its padding.
  expect(has(8, '1')).toBe(true);
  expect(has(8, '10')).toBe(false);
  // Lower cells have no room for numbers, because they are neither square nor 18 px tall.
  expect(has(8, '1', 32 + 8 * 15)).toBe(false);
});
