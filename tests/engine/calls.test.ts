// SPDX-License-Identifier: MIT
// Tests how many calls of the engine a lesson makes to compute its numbers.
import { beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../web/src/engine/index.ts';
import * as softmax from '../../web/src/lessons/softmax/compute.ts';

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

it('makes at most 14 calls for all stages of a softmax', () => {
  const found = callsOf(() => softmax.compute({ ...softmax.EXAMPLE, temperature: 2 }, engine));
  expect(found).toBeGreaterThan(1);
  expect(found).toBeLessThanOrEqual(14);
});
