// SPDX-License-Identifier: MIT
// Tests that a call which throws an AttentionError changes nothing, even if it is the first call of a WebAssembly
// instance.
import { describe, expect, it } from 'vitest';
import { seeded } from '../web/support/hostile.ts';
import { canaries, freshEngines, outcomeOf } from './instances.ts';
import { REFUSALS } from './refusals.ts';
import { REQUESTS } from './requests.ts';
import { PRECISIONS } from './support.ts';

const SEQUENCES = 3;
const CALLS = 100;

describe('refused calls', async () => {
  const fresh = await freshEngines('simd');
  const healthy = canaries(fresh().engine);

  it('as the first call leave the instance unchanged', () => {
    for (const [i, { name, refused, refusal }] of REFUSALS.entries()) {
      const precision = PRECISIONS[i % 2] ?? 'float32';
      const { engine } = fresh();
      expect(outcomeOf(() => refused(engine, precision))).toMatch(/^(?!Internal)\w+ \w+: expected/);
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

  it('2,000 refused calls do not grow the heap', () => {
    const { engine, memory, bindings } = fresh();
    const big = { shape: [2 ** 20], data: new BigInt64Array(2 ** 20) as never };
    const sample = REFUSALS.filter(({ refusal }) => !refusal.startsWith('OutOfMemory'));
    const round = (count: number) => {
      let answered = 0;
      const attempt = (call: () => unknown) => {
        try {
          call();
          answered++;
        } catch {}
      };
      for (let i = 0; i < count; i++) {
        const precision = PRECISIONS[i % 2] ?? 'float32';
        attempt(() => sample[i % sample.length]?.refused(engine, precision));
        if (i % 100 === 0) attempt(() => engine.newTensor({ precision, ...big }));
      }
      expect(answered).toBe(0);
    };
    const place = () => {
      const address = bindings.hold(1000);
      bindings.drop(address);
      return address;
    };
    round(sample.length * 2);
    const before = [memory.buffer.byteLength, place()];
    round(2_000);
    expect([memory.buffer.byteLength, place()]).toEqual(before);
    expect(canaries(engine)).toBe(healthy);
  });
});
