// SPDX-License-Identifier: MIT
// Tests the engine of native.ts, which calls the native library instead of WebAssembly. ledger.test.ts runs experiments
// with it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { type NativeEngine, openNative } from './native.ts';
import { randomTensor } from './support.ts';

let native: NativeEngine;
beforeAll(() => {
  native = openNative();
});
afterAll(() => native.close());

it('returns the same as the wasm module, with a large request between small ones', async () => {
  const wasm = await createEngine({ simd: 'simd' });
  for (const n of [3, 100_000, 5]) {
    const logits = randomTensor([n], 1);
    const weights = native.engine.softmax({ logits, precision: 'float64' });
    const expected = wasm.softmax({ logits, precision: 'float64' });
    expect(weights.shape).toEqual(expected.shape);
    for (const [i, weight] of weights.data.entries())
      expect(weight).toBeCloseTo(expected.data[i] as number, 14);
  }
});

it('passes numbers that are not finite, and errors with their argument', () => {
  const logits = { shape: [2], data: [0, -Infinity] };
  const softmax = (temperature: number) =>
    native.engine.softmax({ logits, temperature, precision: 'float32' });
  expect([...softmax(1).data]).toEqual([1, 0]);
  expect(() => softmax(Infinity)).toThrow('temperature');
});

it('keeps objects separate until they are released', () => {
  const options = { d: 4, distribution: 'normal', seed: 1 } as const;
  const jobs = [1, 2].map(() => native.engine.newDotProductMoments(options));
  jobs[0]?.advance(10);
  expect(jobs.map(({ count }) => count)).toEqual([10, 0]);
  for (const job of jobs) job.release();
  expect(() => jobs[0]?.advance(1)).toThrow('released');
});
