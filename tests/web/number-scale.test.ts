// SPDX-License-Identifier: MIT
// Tests the scales of sliders: linear, logarithmic, and with stops.
import { expect, it } from 'vitest';
import {
  type NumberScale,
  positionOf,
  positionStep,
  valueAt,
} from '../../web/src/components/number-scale.ts';

const scale = (more: Partial<NumberScale>): NumberScale => ({
  ...{ min: 1, max: 1000, step: 0, logarithmic: false, stops: undefined },
  ...more,
});
const LINEAR = scale({ max: 101, step: 0.1 });
const LOG = scale({ logarithmic: true });
const STOPS = scale({ max: 16, stops: [1, 2, 4, 16] });

it('a position is the value, its logarithm, or the index of the nearest stop', () => {
  expect(positionOf(LINEAR, 57.3)).toBe(57.3);
  expect(positionOf(LOG, 100)).toBe(2);
  expect([1, 3.1, 9, 11, 99].map((value) => positionOf(STOPS, value))).toEqual([0, 2, 2, 3, 3]);
});

it('values stay within the range, without rounding errors', () => {
  expect([0, 57.300000000000004, 500].map((at) => valueAt(LINEAR, at))).toEqual([1, 57.3, 101]);
  expect([-1, 1.5, 4].map((at) => valueAt(LOG, at))).toEqual([1, 31.6, 1000]);
  expect([-3, 0.4, 2.5, 3, 4, 99].map((at) => valueAt(STOPS, at))).toEqual([1, 1, 16, 16, 16, 16]);
});

it('a step is the given one, a 200th of the range, or a stop', () => {
  expect(positionStep(LINEAR)).toBe(0.1);
  expect(positionStep(scale({ max: 101 }))).toBe(0.5);
  expect(positionStep(LOG)).toBe(0.015);
  expect(positionStep(STOPS)).toBe(1);
});
