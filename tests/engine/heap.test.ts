// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { openEngine } from './support.ts';

const LIMIT = 64 * 2 ** 20;

it('streaming attention at n = 16,384 and d = 64 keeps the heap below 64 MiB', async () => {
  const { engine, memory } = await openEngine('simd');
  const shape = [16_384, 64];
  const x = { shape, data: new Float32Array(16_384 * 64).fill(0.5) };
  // Tiles that nothing is seen of are skipped, which saves the time and none of the memory.
  const validLens = { shape: [], data: [100] };
  const input = { precision: 'float32', queries: x, keys: x, values: x, validLens } as const;
  const { output } = engine.streamingAttention(input);
  expect(output.shape).toEqual(shape);
  expect(output.data.at(-1)).toBeCloseTo(0.5, 6);
  expect(memory.buffer.byteLength).toBeLessThan(LIMIT);
});
