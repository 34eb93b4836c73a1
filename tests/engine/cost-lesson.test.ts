// SPDX-License-Identifier: MIT
// Tests the lesson "cost" without a page: its counts, and its measurements of time with fake clocks.
import { describe, expect, it } from 'vitest';
import { AttentionError, createEngine } from '../../web/src/engine/index.ts';
import { bytesText } from '../../web/src/i18n/bytes.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { compute, EXAMPLE } from '../../web/src/lessons/cost/compute.ts';
import * as counts from '../../web/src/lessons/cost/counts.ts';
import * as lengths from '../../web/src/lessons/cost/lengths.ts';
import {
  growthOf,
  medianTime,
  precision,
  timings,
  tokensOf,
} from '../../web/src/lessons/cost/timing.ts';
import { initialState } from '../../web/src/state/fields.ts';
import { sumOf } from './support.ts';

const engine = await createEngine({ simd: 'simd' });
const { projectionWork, scoreWork, WIDTH } = counts;
const scene = lengths.compute(initialState(lengths.fields), engine);

it('the last of the kept sums and outputs of tiles are those of all keys at once', () => {
  const { kept, whole } = scene.tiles;
  expect(kept.flatMap((one) => one.scores)).toEqual(whole.scores);
  expect(kept.at(-1)?.sum).toBeCloseTo(whole.sum, 12);
  expect(kept.at(-1)?.output).toBeCloseTo(whole.output, 12);
});

function bytesAskedFor(call: () => unknown): number {
  try {
    call();
  } catch (error) {
    if (error instanceof AttentionError && error.kind === 'OutOfMemory')
      return Number.parseInt(error.got, 10);
    throw error;
  }
  throw new Error('the call was not refused');
}

describe('the counts', () => {
  it('are the bytes that the engine requests', () => {
    const n = 16_384;
    const input = { precision, ...tokensOf(engine, n) } as const;
    expect(bytesAskedFor(() => engine.attention(input))).toBe(counts.plainBytes(n, WIDTH));
    // With all queries and keys in a single tile, the call does not fit into memory, and the error contains the bytes of
    // the tile and of the results. The library pads tiles; the sizes here need no padding.
    const [all, d] = [32_640, 60];
    const tile = { tileQueries: all, tileKeys: all };
    const long = { precision, ...tokensOf(engine, all, d), ...tile } as const;
    const asked = bytesAskedFor(() => engine.streamingAttention(long));
    expect(asked).toBe(counts.streamingBytes(all, d, tile));
  });

  it('are the bytes that the engine returns', () => {
    const n = 160;
    const input = { precision, ...tokensOf(engine, n) } as const;
    const { scores, output } = engine.attention(input);
    expect(scores.data.byteLength).toBe(counts.matrixBytes(n));
    const streaming = engine.streamingAttention({ ...input, ...counts.TILE });
    const kept = output.data.byteLength + streaming.logSumExp.data.byteLength + n;
    expect(kept + counts.tileBytes(n, WIDTH)).toBe(counts.streamingBytes(n, WIDTH));
  });

  it('are the multiply-adds of a real run, equal at n = 2d and, with the feed-forward part, at 6d', () => {
    for (const [n, d] of [
      [5, 7],
      [32, 16],
    ] as const)
      expect(counts.countedWork(engine, n, d)).toEqual({
        projections: projectionWork(n, d),
        scores: scoreWork(n, d),
      });
    const { d, equal, equalToProjections } = scene;
    expect(scoreWork(equalToProjections.n, d)).toBe(projectionWork(equalToProjections.n, d));
    expect(scoreWork(equal.n, d)).toBe(
      projectionWork(equal.n, d) + counts.feedForwardWork(equal.n, d),
    );
  });

  it('add up the work of generating text, step by step', () => {
    const [n, d] = [37, 16];
    const steps = Array.from({ length: n }, (_, i) => i + 1);
    const sum = (work: (t: number) => number) => sumOf(steps.map(work));
    expect(counts.repeatedWork(n, d)).toBeCloseTo(
      sum((t) => projectionWork(t, d) + scoreWork(t, d)),
      6,
    );
    expect(counts.cachedWork(n, d)).toBe(sum((t) => projectionWork(1, d) + 2 * t * d));
    expect([counts.keysOf(n, false), counts.keysOf(n, true)]).toEqual([sum((t) => t), n]);
  });

  it('are written in the largest unit', async () => {
    const i18n = await createI18n('en');
    const texts = ['0 B', '1023 B', '1 KiB', '28.34 KiB', '64 MiB', '1 TiB', '1024 TiB'];
    const bytes = [0, 1023, 1024, 29_024, 2 ** 26, 2 ** 40, 2 ** 50];
    expect(bytes.map((x) => bytesText(i18n, x))).toEqual(texts);
    expect(bytesText(i18n, counts.cacheBytes(16_384, 64))).toBe('8 MiB');
  });
});

it('the output is the same with any tile', () => {
  const { output } = compute(EXAMPLE, engine);
  for (const tile of [1, 2, 4, 8]) {
    const { steps } = compute({ ...EXAMPLE, tile }, engine);
    expect(steps.length).toBe(8 / tile);
    for (const [i, x] of output.entries()) expect(steps.at(-1)?.output[i]).toBeCloseTo(x, 14);
  }
});

describe('the measurements', () => {
  /** A clock that only `call` advances, by `cost` milliseconds; `tick` is its resolution. */
  function watch(cost: number, tick = 0) {
    let calls = 0;
    return {
      call: () => {
        calls += 1;
      },
      now: () => (tick > 0 ? Math.floor((calls * cost) / tick) * tick : calls * cost),
      calls: () => calls,
    };
  }

  it('repeat short calls, also with a clock of whole milliseconds, and make a long call once', () => {
    const short = watch(3);
    expect([...timings(short.call, short.now)]).toEqual([3, 3, 3, 3, 3]);
    // The first call does not count. Then five batches of 7 calls follow: 7 is the smallest number of calls of 3 ms
    // that takes at least 20 ms.
    expect(short.calls()).toBe(1 + 5 * 7);
    const coarse = watch(0.3, 1);
    for (const time of timings(coarse.call, coarse.now)) expect(time).toBeCloseTo(0.3, 1);
    const long = watch(1000);
    expect([...timings(long.call, long.now)]).toEqual([1000]);
    expect(long.calls()).toBe(1);
  });

  it('take the median, and can be cancelled', async () => {
    const { call, calls } = watch(30);
    // The last call takes 100 ms longer.
    const now = () => 30 * calls() + (calls() > 5 ? 100 : 0);
    const { signal } = new AbortController();
    expect(await medianTime(call, { signal, now })).toBe(30);
    expect(await medianTime(call, { signal: AbortSignal.abort(), now })).toBeNaN();
  });

  it('fit the power by which something grows, with its error', () => {
    // The logarithms (base 2) of the times are 0, 1, 3 and 4. The fitted line has slope 1.4; the squared residuals sum to
    // 0.2, and the squared deviations of the logarithms of the lengths to 5. Lengths below 256 do not count.
    const bent = [1, 2, 8, 16].map((time, i) => [256 * 2 ** i, time] as const);
    for (const points of [bent, [[128, 9] as const, ...bent]]) {
      expect(growthOf(points)?.exponent).toBeCloseTo(1.4, 12);
      expect(growthOf(points)?.error).toBeCloseTo(Math.sqrt(0.2 / 2 / 5), 12);
    }
    expect(growthOf(bent.slice(0, 3))).toBeUndefined();
  });
});
