// SPDX-License-Identifier: MIT
// Tests how many calls of the engine a lesson makes when the reader drags a control.
import { beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../web/src/engine/index.ts';
import * as kernel from '../../web/src/lessons/kernel-regression/compute.ts';
import { fields as kernelFields } from '../../web/src/lessons/kernel-regression/state.ts';
import * as softmax from '../../web/src/lessons/softmax/compute.ts';
import { initialState } from '../../web/src/state/fields.ts';

let engine: Engine;
let calls = 0;
beforeAll(async () => {
  const own = await createEngine();
  engine = new Proxy(own, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        calls += 1;
        return member.apply(target, args);
      };
    },
  });
});

/** Runs `compute`. Returns how many calls of the engine it has made. */
function callsOf(compute: () => unknown): number {
  calls = 0;
  compute();
  return calls;
}

it('makes one call for a drag of the query in kernel regression', () => {
  const state = initialState(kernelFields);
  const numbers = kernel.compute(state, engine, undefined);
  const moved = () =>
    kernel.compute({ ...state, query: state.query + 1 }, engine, { state, numbers });
  expect(callsOf(moved)).toBe(1);
});

it('makes at most 14 calls for a drag of the temperature in softmax', () => {
  const state = initialState(softmax.fields);
  const numbers = softmax.compute(state, engine);
  expect(numbers.hasWeights).toBe(true);
  const found = callsOf(() =>
    softmax.compute({ ...state, temperature: 2 }, engine, { state, numbers }),
  );
  expect(found).toBeGreaterThan(1);
  expect(found).toBeLessThanOrEqual(14);
});
