// SPDX-License-Identifier: MIT
// Tests that a call which throws an AttentionError changes nothing, even if it is the first call of a WebAssembly
// instance.
import { describe, expect, it } from 'vitest';
import { seeded } from '../../tools/bench/tensors.mjs';
import { canaries, freshEngines, outcomeOf } from './instances.ts';
import { REFUSALS } from './refusals.ts';
import { REQUESTS } from './requests.ts';
import { PRECISIONS } from './support.ts';

const SEQUENCES = 3;
const CALLS = 100;
const REFUSED = /^(?!Internal)\w+ [\w[\]]+: expected/;

describe('refused calls', async () => {
  const fresh = await freshEngines('simd');
  const healthy = canaries(fresh().engine);

  it('as the first call leave the instance unchanged', () => {
    for (const [i, { name, refused, refusal }] of REFUSALS.entries()) {
      const precision = PRECISIONS[i % 2] ?? 'float32';
      const { engine } = fresh();
      expect(outcomeOf(() => refused(engine, precision))).toMatch(REFUSED);
      expect(canaries(engine) === healthy, `${name} after ${refusal}`).toBe(true);
    }
  });

  it('among other calls in any order change no result', () => {
    const calls = [
      ...Object.values(REQUESTS).map(({ call }) => call),
      ...REFUSALS.map((r) => r.refused),
    ];
    const alone = new Map<string, string>();
    for (let seed = 1; seed <= SEQUENCES; seed++) {
      const random = seeded(seed);
      const next = (end: number) => Math.floor(random() * end);
      const { engine } = fresh();
      for (let i = 0; i < CALLS; i++) {
        const [place, which] = [next(calls.length), next(PRECISIONS.length)];
        const one = (on: typeof engine) =>
          outcomeOf(() => calls[place]?.(on, PRECISIONS[which] ?? 'float32'));
        const key = `${place} ${which}`;
        const expected = alone.get(key) ?? one(fresh().engine);
        alone.set(key, expected);
        expect(one(engine) === expected, `call ${i} of sequence ${seed}: ${key}`).toBe(true);
      }
    }
  });

  it('10,000 of all kinds leak neither heap nor stack', () => {
    const { engine, memory, bindings } = fresh();
    const data = new BigInt64Array(2 ** 20) as never;
    const sample = REFUSALS.filter(({ refusal }) => !refusal.startsWith('OutOfMemory'));
    const round = (count: number) => {
      for (let i = 0; i < count; i++) {
        const precision = PRECISIONS[i % 2] ?? 'float32';
        const calls = [() => sample[i % sample.length]?.refused(engine, precision)];
        if (i % 100 === 0)
          calls.push(() => engine.newTensor({ precision, shape: [2 ** 20], data }));
        for (const call of calls) expect(outcomeOf(call)).toMatch(REFUSED);
      }
    };
    const place = () => {
      const address = bindings.hold(1000);
      bindings.drop(address);
      return address;
    };
    // Both rounds make the same calls, so without a leak the heap has the same free blocks after each round. The calls
    // are so many that a leak of stack memory would overflow the stack.
    round(5_000);
    const before = [memory.buffer.byteLength, place()];
    round(5_000);
    expect([memory.buffer.byteLength, place()]).toEqual(before);
    expect(canaries(engine)).toBe(healthy);
  });
});
