// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { runInSlices } from '../../web/src/engine/index.ts';
import { openEngine, TWINS } from './support.ts';

describe.each(TWINS)('jobs, %s', async (twin) => {
  const { engine } = await openEngine(twin);

  it('a released job refuses calls', () => {
    const job = engine.newDotProductMoments({ d: 2 });
    job.advance(5);
    expect(job.count).toBe(5);
    job.release();
    job.release();
    expect(() => job.count).toThrow('call: expected an object in use, got a released one');
  });

  it('a job in slices reports its progress and ends at its total', async () => {
    const job = engine.newDotProductMoments({ d: 4, seed: 2 });
    const progress: number[] = [];
    const isDone = await runInSlices(job, {
      total: 5000,
      budget: 0.5,
      onProgress: (count) => progress.push(count),
    });
    expect(isDone).toBe(true);
    expect(job.count).toBe(5000);
    expect(progress.at(-1)).toBe(5000);
    expect(progress.length).toBeGreaterThan(1);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    job.release();
  });

  it('a cancelled job stops between two slices, keeps its results and can continue', async () => {
    const job = engine.newSaturation({ d: 4, numKeys: 3, seed: 2 });
    const cancel = new AbortController();
    const stopped = await runInSlices(job, {
      total: 10_000_000,
      budget: 0.1,
      signal: cancel.signal,
      onProgress: (count) => count >= 3 && cancel.abort(),
    });
    expect(stopped).toBe(false);
    expect(job.count).toBeGreaterThanOrEqual(3);
    expect(job.count).toBeLessThan(10_000_000);
    const { count } = job;
    expect(await runInSlices(job, { total: count + 10 })).toBe(true);
    expect(job.result().count).toBe(count + 10);
    job.release();
  });
});
