// SPDX-License-Identifier: MIT
// Tests the lesson "cost" without a page: what its scenes say, its counts, and its measurements of time with fake
// clocks.
import { describe, expect, it } from 'vitest';
import { AttentionError, createEngine, type Engine } from '../../web/src/engine/index.ts';
import { SENTENCE_LANGUAGES } from '../../web/src/engine/sentences/languages.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { compute, EXAMPLE } from '../../web/src/lessons/cost/compute.ts';
import * as counts from '../../web/src/lessons/cost/counts.ts';
import * as lengths from '../../web/src/lessons/cost/lengths.ts';
import { steps } from '../../web/src/lessons/cost/steps.ts';
import {
  callOf,
  growthOf,
  jobsUpTo,
  medianTime,
  PLAIN_MOST,
  precision,
  timings,
  tokensOf,
} from '../../web/src/lessons/cost/timing.ts';
import { write } from '../../web/src/lessons/cost/writing.ts';
import { initialState } from '../../web/src/state/fields.ts';
import { sumOf } from './support.ts';

const engine = await createEngine({ simd: 'simd' });
const { projectionWork, scoreWork, WIDTH } = counts;
const scene = (change: Partial<lengths.State>) =>
  lengths.compute({ ...initialState(lengths.fields), ...change }, engine);

describe('the scenes', () => {
  it('have four times the scores, and two to four times the work, for twice the text', () => {
    let before = 2;
    for (const n of [8, 100, 8192, 24_576, 49_152]) {
      const { now, twice, growth } = scene({ n });
      expect([growth.scores, growth.matrices]).toEqual([4, 2]);
      expect([twice.stored.bytes, twice.cache.bytes]).toEqual([
        ...[4 * now.stored.bytes, 2 * now.cache.bytes],
      ]);
      expect(growth.work).toBeGreaterThan(before);
      before = growth.work;
      // The tile of a long text has a fixed size, so that less than twice the bytes remain.
      if (n > 1000) expect(twice.streamed.bytes / now.streamed.bytes).toBeCloseTo(1.95, 1);
    }
    expect(before).toBeLessThan(4);
  });

  it('ask about a text whose parts take equal work, so that the answer is three', () => {
    const { state, question } = steps.find(({ id }) => id === 'guess') ?? {};
    const { now, equal } = scene(state ?? {});
    expect([now.n, now.pairs]).toEqual([equal.n, now.projections + now.feedForward]);
    expect(
      [state, { n: 8 }, { n: 20_000 }].map((one) => question?.right(scene(one ?? {}))),
    ).toEqual(['three', 'two', 'three']);
  });

  it('keep a largest score, a sum and an output that end as those of all keys at once', () => {
    const { kept, whole } = scene({}).tiles;
    const scores = kept.flatMap((one) => one.scores);
    expect(scores).toEqual(whole.scores);
    for (const [i, { largest, sum, factor }] of kept.entries()) {
      const read = scores.slice(0, 2 * (i + 1));
      expect(largest).toBe(Math.max(...read));
      expect(sum).toBeCloseTo(sumOf(read.map((score) => Math.exp(score - largest))), 12);
      const before = kept[i - 1];
      expect(factor).toBeCloseTo(before ? Math.exp(before.largest - largest) : 0, 12);
    }
    expect(kept.at(-1)?.sum).toBeCloseTo(whole.sum, 12);
    expect(kept.at(-1)?.output).toBeCloseTo(whole.output, 12);
    // One of the tiles has no larger score, so the old sum stays.
    expect(kept.map(({ factor }) => factor)).toContain(1);
  });
});

/** The number of bytes in the OutOfMemory error of a call. */
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
    // A single tile with all queries and keys does not fit into memory, so the error contains its size. The library
    // pads tiles; the sizes here need no padding.
    const [all, d] = [32_640, 60];
    const tile = { tileQueries: all, tileKeys: all };
    const long = { precision, ...tokensOf(engine, all, d), ...tile } as const;
    const asked = bytesAskedFor(() => engine.streamingAttention(long));
    expect(asked).toBe(counts.streamingBytes(all, d, tile));
  });

  it('are the bytes that the engine returns, and the tile stops growing', () => {
    const n = 160;
    const input = { precision, ...tokensOf(engine, n) } as const;
    const { scores, output } = engine.attention(input);
    expect(scores.data.byteLength).toBe(counts.matrixBytes(n));
    const streaming = engine.streamingAttention({ ...input, ...counts.TILE });
    const kept = output.data.byteLength + streaming.logSumExp.data.byteLength + n;
    expect(kept + counts.tileBytes(n, WIDTH)).toBe(counts.streamingBytes(n, WIDTH));
    expect(counts.tileBytes(128, WIDTH)).toBe(counts.tileBytes(n, WIDTH));
    expect(counts.tileBytes(1, WIDTH)).toBeLessThan(counts.tileBytes(8, WIDTH));
    expect(counts.tileScoresBytes(n)).toBe(4 * 128 * 90);
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
    const { d, equal, equalToProjections } = scene({});
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
    expect(bytes.map((x) => counts.bytesText(i18n, x))).toEqual(texts);
    expect(counts.bytesText(i18n, counts.cacheBytes(16_384, 64))).toBe('8 MiB');
  });
});

it.each(SENTENCE_LANGUAGES)(
  'the text is the same in %s with and without a cache',
  async (language) => {
    const model = await engine.sentenceModel(language);
    const { words, repeated, cached, gaps } = write(engine, model);
    for (const i of words.keys()) {
      expect([repeated[i], cached[i]]).toEqual([
        ...[counts.keysOf(i + 1, false), counts.keysOf(i + 1, true)],
      ]);
      if (i > 2) expect(model.next(words.slice(0, i))[0]?.word).toBe(words[i]);
    }
    expect(Math.max(...gaps)).toBeLessThan(1e-12);
  },
);

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
    const { call, now } = watch(30);
    const { signal } = new AbortController();
    expect(await medianTime(call, { signal, now })).toBe(30);
    expect(await medianTime(call, { signal: AbortSignal.abort(), now })).toBeNaN();
  });

  it('have every length with both methods, and plain attention while its stages fit', () => {
    expect(jobsUpTo('2048').length).toBe(10);
    const last = (wanted: string) =>
      jobsUpTo('16384').findLast(({ method }) => method === wanted)?.n;
    expect([last('plain'), last('streaming')]).toEqual([PLAIN_MOST, 16_384]);
  });

  it('call the engine with the quantities to measure', () => {
    const asked: unknown[] = [];
    const note = (name: string) => (input: { queries: { shape: readonly number[] } }) =>
      asked.push([name, input.queries.shape]);
    const fake = {
      random: ({ shape }: { shape: readonly number[] }) => ({ shape, data: [] }),
      ...{ attention: note('plain'), streamingAttention: note('streaming') },
    } as unknown as Engine;
    for (const method of ['plain', 'streaming'] as const) callOf(fake, { method, n: 8 })();
    expect(asked).toEqual([
      ['plain', [8, 64]],
      ['streaming', [8, 64]],
    ]);
  });

  it('fit the power by which something grows, with its error', () => {
    const squares = [256, 512, 1024, 2048].map((n) => [n, 7e-6 * n ** 2] as const);
    expect(growthOf(squares)?.exponent).toBeCloseTo(2, 12);
    expect(growthOf(squares)?.error).toBeLessThan(1e-10);
    // The logarithms (base 2) of the times are 0, 1 and 3. The fitted line has slope 1.5; the
    // squared residuals sum to ⅙, and the squared deviations of the logarithms of the lengths to 2.
    const bent = [1, 2, 8].map((time, i) => [2 ** i, time] as const);
    expect(growthOf(bent)?.exponent).toBeCloseTo(1.5, 12);
    expect(growthOf(bent)?.error).toBeCloseTo(Math.sqrt(1 / 6 / 2), 12);
    // The line through two points misses them only by rounding errors, so its error is NaN.
    const rounded = [
      [3, 0.1],
      [7, 0.3],
    ] as const;
    expect(growthOf(rounded)?.error).toBeNaN();
    expect([1, 0].map((count) => growthOf(squares.slice(0, count)))).toEqual([
      undefined,
      undefined,
    ]);
  });
});
