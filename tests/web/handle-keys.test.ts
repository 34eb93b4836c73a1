// SPDX-License-Identifier: MIT
// Tests how keys move a handle of a figure, and to which values positions are rounded.
import { expect, it } from 'vitest';
import { onTrack, stepped, stepsOf, unitOf } from '../../web/src/components/handle-keys.ts';

const key = (name: string, more: Partial<KeyboardEvent> = {}) =>
  ({ key: name, ...more }) as KeyboardEvent;
const TRACK = { low: -1, high: 2, step: 0.1, unit: 0.01 };

it.each([
  [[0, 1], 0.01],
  [[0, 99], 0.1],
  [[-5, 5], 0.1],
  [[40, 80], 0.1],
  [[0, 1000], 10],
] as const)('positions in %j are multiples of %d', (interval, unit) => {
  expect(unitOf(interval)).toBeCloseTo(unit, 12);
});

it('a value is rounded without rounding errors, and stays on the track', () => {
  expect([0.123, 0.1 + 0.2, -7, 7].map((value) => onTrack(value, TRACK))).toEqual([
    0.12, 0.3, -1, 2,
  ]);
});

it('arrow keys move by one step, with Shift and page keys by ten', () => {
  expect(stepsOf(key('ArrowLeft'), false)).toEqual([-1, 0]);
  expect(stepsOf(key('ArrowUp'), false)).toEqual([0, 1]);
  expect(stepsOf(key('ArrowUp'), true)).toEqual([1, 0]);
  expect(stepsOf(key('ArrowDown', { shiftKey: true }), true)).toEqual([-10, 0]);
  expect(stepsOf(key('PageDown'), false)).toEqual([-10, 0]);
  expect(stepsOf(key('ArrowRight', { ctrlKey: true }), false)).toBeUndefined();
  expect(stepsOf(key('a'), false)).toBeUndefined();
});

it('Home and End move to the ends, and an axis without steps keeps its value', () => {
  expect(stepped(0.5, Number.NEGATIVE_INFINITY, TRACK)).toBe(-1);
  expect(stepped(0.5, Number.POSITIVE_INFINITY, TRACK)).toBe(2);
  expect(stepped(0.3, -3, TRACK)).toBe(0);
  expect(stepped(0.12345, 0, TRACK)).toBe(0.12345);
  expect(stepped(0.12345, 1, undefined)).toBe(0.12345);
});
