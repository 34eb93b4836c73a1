// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { AttentionError, type Engine } from '../../web/src/engine/index.ts';
import { column, openEngine, PRECISIONS, randomTensor, SAMPLE, TWINS } from './support.ts';

const CALLS = 10_000;
/** A second or two alone, more beside other work. */
const SLOW = { timeout: 60_000 };

/** Six calls that are answered and fourteen that are refused; returns the number refused. */
function twentyCalls(engine: Engine): number {
  for (const precision of PRECISIONS) {
    engine.kernelRegression({ ...SAMPLE, precision });
    engine.softmax(precision, { shape: [2, 2], data: [1, 2, 3, 4] });
    engine.kernelRegressionGradient({ ...SAMPLE, precision, outputGradient: column(1) });
  }
  let refused = 0;
  for (let i = 0; i < 14; i++) {
    try {
      engine.kernelRegression({ ...SAMPLE, precision: 'float64', sigma: 0 });
    } catch (error) {
      if (error instanceof AttentionError && error.kind === 'OutOfRange') refused++;
    }
  }
  return refused;
}

describe.each(TWINS)('memory, %s', (twin) => {
  it('10,000 calls, refused ones among them, use up neither heap nor stack', SLOW, async () => {
    const { engine, memory } = await openEngine(twin);
    twentyCalls(engine);
    const before = memory.buffer.byteLength;
    let refused = 0;
    for (let calls = 0; calls < CALLS; calls += 20) refused += twentyCalls(engine);
    expect(refused).toBe((CALLS * 14) / 20);
    expect(memory.buffer.byteLength).toBe(before);
    const { prediction } = engine.kernelRegression({ ...SAMPLE, precision: 'float32' });
    expect(prediction.data).toEqual(Float32Array.of(45.5));
  });

  it('memory that grows during a call breaks neither its answer nor earlier ones', async () => {
    const { engine, memory } = await openEngine(twin);
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

  it('a large request that grows the memory arrives whole', async () => {
    const { engine, memory } = await openEngine(twin);
    const before = memory.buffer.byteLength;
    const rows = 3_000;
    const n = 1_000;
    const logits = Float64Array.from(randomTensor([rows * n], 4).data);
    const { data } = engine.softmax('float64', { shape: [rows, n], data: logits });
    expect(memory.buffer.byteLength).toBeGreaterThan(before);
    for (const row of [0, 1_499, 2_999]) {
      const [start, end] = [row * n, (row + 1) * n];
      const alone = engine.softmax('float64', { shape: [n], data: logits.slice(start, end) });
      expect(alone.data).toEqual(data.slice(start, end));
    }
  });
});
