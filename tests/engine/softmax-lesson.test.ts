// SPDX-License-Identifier: MIT
// Tests what the lesson "softmax" computes where there are no weights or shares. code.test.ts compares its other numbers
// with NumPy.
import { expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { compute, EXAMPLE, type State } from '../../web/src/lessons/softmax/compute.ts';

const engine = await createEngine({ simd: 'simd' });
const at = (change: Partial<State>) => compute({ ...EXAMPLE, target: 1, ...change }, engine);

it('has no weights if equal entries are standardised, and no shares if they sum to 0', () => {
  for (const x of [[3, 3, 3], [7]])
    expect(at({ x, scaling: 'standardise' }).hasWeights).toBe(false);
  const { hasWeights, entries } = at({ x: [-1, 1] });
  expect(hasWeights).toBe(true);
  expect(entries.map(({ plain }) => plain)).toEqual([Number.NaN, Number.NaN]);
});

it('has the largest possible norm at a tie, and the largest weight', () => {
  expect(at({ x: [5, 5, -500] }).jacobianNorm).toBeCloseTo(0.5, 14);
  expect(at({ x: [7] }).largest).toBe(1);
});

it('has a larger entropy at a higher temperature', () => {
  const entropies = [1, 2, 4, 8].map((temperature) => at({ temperature }).entropy);
  expect(entropies).toEqual(entropies.toSorted((a, b) => a - b));
});
