// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { openEngine } from './support.ts';

const LIMIT = 64 * 2 ** 20;

it('streaming attention at n = 16,384 and d = 64 keeps the heap below 64 MiB', async () => {
  const { engine, memory } = await openEngine('simd');
  const shape = [16_384, 64];
  const x = { shape, data: new Float32Array(16_384 * 64).fill(0.5) };
  // Tiles without visible keys are skipped, which makes the test faster but does not change the use
  // of memory.
  const validLens = { shape: [], data: [100] };
  const input = { precision: 'float32', queries: x, keys: x, values: x, validLens } as const;
  const { output } = engine.streamingAttention(input);
  expect(output.shape).toEqual(shape);
  expect(output.data.at(-1)).toBeCloseTo(0.5, 6);
  expect(memory.buffer.byteLength).toBeLessThan(LIMIT);
});

it('the softmax of 16 MiB takes no memory beside its request', async () => {
  const { engine, memory } = await openEngine('simd');
  const data = new Float32Array(2 ** 22).fill(0.5);
  const logits = { shape: [2 ** 12, 2 ** 10], data };
  for (let call = 0; call < 2; call++) {
    const weights = engine.softmax({ precision: 'float32', logits });
    expect(weights.data.every((p) => p === 2 ** -10)).toBe(true);
  }
  expect(data.every((x) => x === 0.5)).toBe(true);
  expect(memory.buffer.byteLength).toBeLessThan(30 * 2 ** 20);
});
