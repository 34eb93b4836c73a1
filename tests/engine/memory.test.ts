// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { AttentionError, type Engine } from '../../web/src/engine/index.ts';
import { REQUESTS } from './requests.ts';
import { column, openEngine, PRECISIONS, randomTensor, TWINS } from './support.ts';

const CALLS = 10_000;
/** A second or so alone, more beside other work. */
const SLOW = { timeout: 60_000 };

/** One answered and one refused call in each precision. */
function fourCalls(engine: Engine, name: string): void {
  const { call, refused } = REQUESTS[name] as (typeof REQUESTS)[string];
  for (const precision of PRECISIONS) {
    call(engine, precision);
    try {
      refused(engine, precision);
    } catch (error) {
      if (error instanceof AttentionError && error.kind !== 'Internal') continue;
      throw error;
    }
    throw new Error('the call was not refused');
  }
}

describe.each(TWINS)('memory, %s', (twin) => {
  it.each(Object.keys(REQUESTS))(
    `${CALLS} calls, every other one refused, use up neither heap nor stack: %s`,
    SLOW,
    async (name) => {
      const { engine, memory } = await openEngine(twin);
      fourCalls(engine, name);
      const before = memory.buffer.byteLength;
      for (let calls = 0; calls < CALLS; calls += 4) fourCalls(engine, name);
      expect(memory.buffer.byteLength).toBe(before);
    },
  );

  it('memory that grows during a call breaks neither its answer nor earlier ones', async () => {
    const { engine, memory } = await openEngine(twin);
    const sample = { queries: column(57), keys: column(51, 56, 58), values: column(40, 43, 48) };
    const earlier = engine.kernelRegression({ ...sample, precision: 'float64' });
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
});
