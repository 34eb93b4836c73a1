// SPDX-License-Identifier: MIT
// Tests that many calls leak no memory, that growing memory damages no result, and how large the heap becomes.
import { expect, it } from 'vitest';
import { Engine } from '../../web/src/engine/index.ts';
import { loadModule } from '../../web/src/engine/load.ts';
import { REQUESTS } from './requests.ts';
import { column, openEngine, PRECISIONS, randomTensor, SAMPLE } from './support.ts';

const CALLS = 200;
/** The timeout of a test, in milliseconds. The tests take a few seconds on an idle machine. */
const SLOW = { timeout: 60_000 };
const BLOCK = 2 ** 16;
/** The size, in bytes, of the smallest block that malloc allocates, and so of the smallest leak. */
const GRAIN = 16;

/**
 * Returns an engine and a function `end`, which returns the address of the end of the used heap. Each call of `end`
 * allocates a larger request block than all earlier calls, so the block is placed after all used memory. Two calls of
 * `end` return the same address if the calls of the engine between them have leaked no memory.
 */
async function openHeap() {
  const module = await loadModule('simd');
  let address = 0;
  const reserve = (bytes: number) => {
    address = module.bindings.reserve(bytes);
    return address;
  };
  const engine = new Engine('simd', { ...module, bindings: { ...module.bindings, reserve } });
  let size = 0;
  const end = () => {
    size += BLOCK;
    const logits = { shape: [size], data: new Float32Array(size) };
    expect(() => engine.softmax({ precision: 'float32', logits, temperature: 0 })).toThrow(
      'temperature',
    );
    return address;
  };
  return { engine, end };
}

it.each(Object.entries(REQUESTS))('calls leak no memory: %s', SLOW, async (_, { call }) => {
  const { engine, end } = await openHeap();
  const calls = (count: number) => {
    for (let i = 0; i < count; i++) call(engine, PRECISIONS[i % 2 === 0 ? 0 : 1]);
  };
  calls(4);
  const before = end();
  calls(CALLS);
  expect(end() - before).toBeLessThan(GRAIN * CALLS);
});

it('memory growth during a call damages neither its result nor earlier ones', async () => {
  const { engine, memory } = await openEngine('simd');
  const earlier = engine.kernelRegression({ ...SAMPLE, precision: 'float64' });
  const kept = structuredClone(earlier);
  const before = memory.buffer.byteLength;

  const large = {
    precision: 'float64',
    sigma: 0.25,
    queries: randomTensor([700, 1], 1),
    keys: randomTensor([900, 1], 2),
    values: randomTensor([900, 1], 3),
  } as const;
  const grown = engine.kernelRegression(large);
  expect(memory.buffer.byteLength).toBeGreaterThan(before);
  expect(earlier).toEqual(kept);
  expect(engine.kernelRegression(large).prediction).toEqual(grown.prediction);

  const last = { ...large, queries: column(large.queries.data[699] as number) };
  const { weights } = engine.kernelRegression(last);
  expect(weights.data).toEqual(grown.weights.data.slice(699 * 900));
});

it('a large request that grows the memory arrives unchanged', async () => {
  const { engine, memory } = await openEngine('simd');
  const before = memory.buffer.byteLength;
  const rows = 3_000;
  const n = 1_000;
  const precision = 'float64';
  const logits = Float64Array.from(randomTensor([rows * n], 4).data);
  const { data } = engine.softmax({ precision, logits: { shape: [rows, n], data: logits } });
  expect(memory.buffer.byteLength).toBeGreaterThan(before);
  for (const row of [0, 1_499, 2_999]) {
    const [start, end] = [row * n, (row + 1) * n];
    const alone = { shape: [n], data: logits.slice(start, end) };
    expect(engine.softmax({ precision, logits: alone }).data).toEqual(data.slice(start, end));
  }
});

it('streaming attention at n = 16,384 and d = 64 keeps the heap below 64 MiB', async () => {
  const { engine, memory } = await openEngine('simd');
  const shape = [16_384, 64];
  const x = { shape, data: new Float32Array(16_384 * 64).fill(0.5) };
  // Tiles without visible keys are skipped, which makes the test faster but does not change the use of memory.
  const validLens = { shape: [], data: [100] };
  const input = { precision: 'float32', queries: x, keys: x, values: x, validLens } as const;
  const { output } = engine.streamingAttention(input);
  expect(output.shape).toEqual(shape);
  expect(output.data.at(-1)).toBeCloseTo(0.5, 6);
  expect(memory.buffer.byteLength).toBeLessThan(64 * 2 ** 20);
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
