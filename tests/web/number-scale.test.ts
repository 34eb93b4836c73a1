// SPDX-License-Identifier: MIT
// Tests the scales of sliders: linear, logarithmic, and with stops.
import { expect, it, vi } from 'vitest';
import { seeded } from '../../tools/bench/tensors.mjs';
import {
  lastPosition,
  type NumberScale,
  positionOf,
  valueAt,
} from '../../web/src/components/number-scale.ts';
import { lessons } from '../../web/src/lessons/registry.ts';
import type { Fields } from '../../web/src/state/fields.ts';

vi.mock('../../web/src/lesson/define.ts', () => ({
  defineLesson: (definition: unknown) => definition,
}));

const scale = (more: Partial<NumberScale>): NumberScale => ({
  ...{ min: 1, max: 1000, step: 0, logarithmic: false, stops: undefined },
  ...more,
});
const LINEAR = scale({ max: 101, step: 0.1 });
const LOG = scale({ logarithmic: true });
const STOPS = scale({ max: 16, stops: [1, 2, 4, 16] });
const SHORT = scale({ min: 0, max: 10, step: 4 });

it('a position is the number of steps from the first value, or the index of the nearest stop', () => {
  expect(positionOf(LINEAR, 57.3)).toBeCloseTo(563, 9);
  expect(positionOf(LOG, 100)).toBeCloseTo((200 * 2) / 3, 9);
  expect([1, 3.1, 9, 11, 99].map((value) => positionOf(STOPS, value))).toEqual([0, 2, 2, 3, 3]);
  expect([0, 2, 8, 9.5, 10].map((value) => positionOf(SHORT, value))).toEqual([0, 0.5, 2, 2.75, 3]);
});

it('values stay within the range, without rounding errors', () => {
  expect([-1, 563, 5000].map((at) => valueAt(LINEAR, at))).toEqual([1, 57.3, 101]);
  expect([-1, 100, 201].map((at) => valueAt(LOG, at))).toEqual([1, 31.6, 1000]);
  expect([-3, 0.4, 2.5, 3, 4, 99].map((at) => valueAt(STOPS, at))).toEqual([1, 1, 16, 16, 16, 16]);
  expect([0, 1, 2, 3].map((at) => valueAt(SHORT, at))).toEqual([0, 4, 8, 10]);
  expect(valueAt(scale({ min: -0.3, max: 0.3, step: 0.1 }), 3)).toBe(0);
  expect(valueAt(scale({ min: -10_000, max: 10_000, step: 0.1 }), 100_001)).toBe(0.1);
});

/** Checks that the ends of a scale are `min` and `max`, and that each position maps to a value and back. */
function checkSteps(one: NumberScale): void {
  const last = lastPosition(one);
  const name = JSON.stringify(one);
  expect([valueAt(one, 0), valueAt(one, last)], name).toEqual([one.min, one.max]);
  expect([positionOf(one, one.min), positionOf(one, one.max)], name).toEqual([0, last]);
  for (let at = 0; at <= last; at++)
    if (Math.round(positionOf(one, valueAt(one, at))) !== at)
      expect.fail(`${name} loses position ${at}`);
}

const all = await Promise.all(lessons.map(({ load }) => load()));
const controls = all.flatMap((lesson) =>
  Object.values((lesson as unknown as { fields: Fields<Record<string, unknown>> }).fields).flatMap(
    ({ control }) => (control?.kind === 'number' ? control : []),
  ),
);

it('whole steps lead from end to end of every number of a lesson', () => {
  expect(controls.length).toBeGreaterThan(20);
  for (const { range, settings } of controls) {
    const { step = settings.integer ? 1 : 0, scale: kind, stops } = settings;
    checkSteps({
      min: stops?.[0] ?? range.min,
      max: range.max,
      step,
      logarithmic: kind === 'log',
      stops,
    });
  }
});

it('whole steps lead from end to end of 1000 random ranges with random steps', () => {
  const random = seeded(7);
  for (let i = 0; i < 1000; i++) {
    const size = 10 ** (12 * random() - 6);
    const digits = 1 + Math.floor(16 * random());
    const [a, b] = [random(), random()].map((x) => Number((x * size).toPrecision(digits)));
    const logarithmic = random() < 0.5;
    const min = (a as number) - (logarithmic ? 0 : size / 2);
    const max = min + (b as number);
    const ratio = logarithmic ? Math.log10(max / min) : max - min;
    const step = random() < 0.5 ? 0 : Number((ratio * random() ** 2).toPrecision(2));
    if (min < max)
      checkSteps(scale({ min, max, step: step * 2000 < ratio ? 0 : step, logarithmic }));
  }
});
