// SPDX-License-Identifier: MIT
// Tests the lesson "cost" without a page: what its scenes say, its counts, and its measurements of time with fake
// clocks.
import { describe, expect, it } from 'vitest';
import { AttentionError, createEngine, type Engine } from '../../web/src/engine/index.ts';
import { SENTENCE_LANGUAGES } from '../../web/src/engine/sentences/languages.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { experiments } from '../../web/src/lessons/cost/claims.ts';
import { compute, EXAMPLE, KEYS } from '../../web/src/lessons/cost/compute.ts';
import {
  bytesText,
  cacheBytes,
  cachedWork,
  countedWork,
  feedForwardWork,
  keysOf,
  matrixBytes,
  plainBytes,
  projectionWork,
  repeatedWork,
  scoreWork,
  streamingBytes,
  TILE,
  tileBytes,
  tileScoresBytes,
  WIDTH,
} from '../../web/src/lessons/cost/counts.ts';
import {
  compute as computeScene,
  type State as Scene,
  fields as sceneFields,
} from '../../web/src/lessons/cost/lengths.ts';
import { steps } from '../../web/src/lessons/cost/steps.ts';
import {
  callOf,
  growthOf,
  jobsUpTo,
  medianTime,
  PLAIN_MOST,
  timings,
} from '../../web/src/lessons/cost/timing.ts';
import { precision, ROUNDING, tokensOf } from '../../web/src/lessons/cost/tokens.ts';
import { MOST_WORDS, write } from '../../web/src/lessons/cost/writing.ts';
import { initialState } from '../../web/src/state/fields.ts';
import { measureAll } from './lessons.ts';

const i18n = await createI18n('en');

/** Sentences that the sentence model (a small language model) of each language generates. */
const SENTENCES = {
  en: 'the girls that liked the man were tired',
  'zh-Hans': '三 位 奶奶 很 累 , 因为 她们',
  'zh-Hant': '兩 位 阿嬤 說 她們 很 害怕 。',
} as const;

/** The number of bytes in the OutOfMemory error of a call. */
function bytesAskedFor(call: () => unknown): number {
  try {
    call();
  } catch (error) {
    if (error instanceof AttentionError && error.kind === 'OutOfMemory')
      return Number(/^(\d+) bytes$/.exec(error.got)?.[1]);
    throw error;
  }
  throw new Error('the call was not refused');
}

const engine = await createEngine({ simd: 'simd' });
const { measured, verdicts } = await measureAll(experiments, engine);

describe('the scenes', () => {
  const scene = (change: Partial<Scene>) =>
    computeScene({ ...initialState(sceneFields), ...change }, engine);
  const lengths = [8, 100, 8192, 24_576, 49_152];

  it('have four times the scores and their bytes for twice the text, at every length', () => {
    for (const n of lengths) {
      const { now, twice, growth } = scene({ n });
      expect(growth.scores).toBe(4);
      expect(twice.stored.bytes).toBe(4 * now.stored.bytes);
      expect(now.scores).toBe(n ** 2);
      expect(growth.matrices).toBe(2);
      expect(twice.cache.bytes).toBe(2 * now.cache.bytes);
    }
    // The tile of a long text has a fixed size, so that less than twice the bytes remain.
    for (const n of lengths.slice(2)) {
      const { now, twice } = scene({ n });
      expect(twice.streamed.bytes / now.streamed.bytes).toBeLessThan(2);
      expect(twice.streamed.bytes / now.streamed.bytes).toBeGreaterThan(1.9);
    }
  });

  it('have between twice and four times the work, and more for a longer text', () => {
    const growths = lengths.map((n) => scene({ n }).growth.work);
    expect(growths[0]).toBeCloseTo(2, 2);
    expect(growths[3]).toBe(3);
    for (const [i, growth] of growths.entries()) {
      expect(growth).toBeGreaterThan(growths[i - 1] ?? 2);
      expect(growth).toBeLessThan(4);
    }
  });

  it('ask about a text whose parts take equal work, so that the answer is three', () => {
    const asked = steps.find(({ id }) => id === 'guess');
    const { now, equal, ...numbers } = scene(asked?.state ?? {});
    expect(now.n).toBe(equal.n);
    expect(now.pairs).toBe(now.projections + now.feedForward);
    expect(asked?.question?.right({ now, equal, ...numbers })).toBe('three');
    // An embed can ask about another text.
    for (const [n, right] of [
      [8, 'two'],
      [20_000, 'three'],
    ] as const)
      expect(asked?.question?.right(scene({ n })), `${n}`).toBe(right);
  });

  it('have equal work at 6d, without the feed-forward part at 2d, and count real shapes', () => {
    const { d, equal, equalToProjections } = scene({});
    expect(scoreWork(equal.n, d)).toBe(projectionWork(equal.n, d) + feedForwardWork(equal.n, d));
    expect(scoreWork(equalToProjections.n, d)).toBe(projectionWork(equalToProjections.n, d));
    const [n, width] = [12, 6];
    const { projections, scores } = countedWork(engine, n, width);
    expect(projections).toBe(projectionWork(n, width));
    expect(scores).toBe(scoreWork(n, width));
  });

  it('keep a largest score, a sum and an output that end as those of all keys at once', () => {
    const { kept, whole } = scene({}).tiles;
    const scores = kept.flatMap((one) => one.scores);
    expect(scores).toEqual(whole.scores);
    for (const [i, { largest, sum, factor }] of kept.entries()) {
      const read = scores.slice(0, 2 * (i + 1));
      expect(largest).toBe(Math.max(...read));
      expect(sum).toBeCloseTo(
        read.reduce((all, score) => all + Math.exp(score - largest), 0),
        12,
      );
      const before = kept[i - 1];
      expect(factor).toBeCloseTo(before ? Math.exp(before.largest - largest) : 0, 12);
    }
    expect(kept.at(-1)?.largest).toBe(whole.largest);
    expect(kept.at(-1)?.sum).toBeCloseTo(whole.sum, 12);
    expect(kept.at(-1)?.output).toBeCloseTo(whole.output, 12);
    // One of the tiles has no larger score, so the old sum stays.
    expect(kept.map(({ factor }) => factor)).toContain(1);
  });

  it('have measured nothing', () => {
    const { measured } = scene({});
    expect([measured.isRunning, measured.done, measured.total]).toEqual([false, 0, 10]);
    expect(measured.points).toEqual({ plain: [], streaming: [] });
  });
});

describe('Verify of cost', () => {
  it('counts the bytes that the engine requests', () => {
    const n = 16_384;
    const input = { precision, ...tokensOf(engine, n) } as const;
    expect(bytesAskedFor(() => engine.attention(input))).toBe(plainBytes(n, WIDTH));
    // A single tile with all queries and keys does not fit into memory, so the error contains its size. The library
    // pads tiles; the sizes here need no padding.
    const [all, d] = [32_640, 60];
    const tile = { tileQueries: all, tileKeys: all };
    const long = { precision, ...tokensOf(engine, all, d), ...tile } as const;
    expect(bytesAskedFor(() => engine.streamingAttention(long))).toBe(streamingBytes(all, d, tile));
  });

  it('returns as many bytes as it counts', () => {
    const n = 160;
    const input = { precision, ...tokensOf(engine, n) } as const;
    const { scores, scaledScores, logits, weights, output } = engine.attention(input);
    for (const stage of [scores, scaledScores, logits, weights])
      expect(stage.data.byteLength).toBe(matrixBytes(n));
    const streaming = engine.streamingAttention({ ...input, ...TILE });
    expect(streaming.output.data.byteLength).toBe(output.data.byteLength);
    const kept = streaming.output.data.byteLength + streaming.logSumExp.data.byteLength + n;
    expect(kept + tileBytes(n, WIDTH)).toBe(streamingBytes(n, WIDTH));
  });

  it('counts the multiply-adds of a real run', () => {
    for (const [n, d] of [
      [5, 7],
      [12, 6],
      [32, 16],
    ] as const)
      expect(countedWork(engine, n, d)).toEqual({
        projections: projectionWork(n, d),
        scores: scoreWork(n, d),
      });
  });

  it.each(SENTENCE_LANGUAGES)(
    'generates the same text in %s with and without a cache',
    async (language) => {
      const model = await engine.sentenceModel(language);
      const { words, repeated, cached, gaps } = write(engine, model);
      expect(words).toHaveLength(MOST_WORDS);
      expect(words.join(' ')).toBe(SENTENCES[language]);
      for (const i of words.keys()) {
        expect([repeated[i], cached[i]]).toEqual([keysOf(i + 1, false), keysOf(i + 1, true)]);
        if (i > 2) expect(model.next(words.slice(0, i))[0]?.word).toBe(words[i]);
      }
      expect(Math.max(...gaps)).toBeLessThan(1e-12);
    },
  );

  it('gives the same output with any tile, and each step is attention to the keys so far', () => {
    const { logits } = compute(EXAMPLE, engine);
    for (const tile of [1, 2, 4, 8]) {
      const { steps, output, weights } = compute({ ...EXAMPLE, tile }, engine);
      expect(steps.length).toBe(8 / tile);
      expect(steps.flatMap(({ logits }) => logits)).toEqual(logits);
      expect(steps.at(-1)?.to).toBe(KEYS.length);
      const last = steps.at(-1)?.output;
      expect(last).toHaveLength(output.length);
      for (const [i, x] of output.entries()) expect(last?.[i]).toBeCloseTo(x, 14);
      expect(weights.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 14);
      for (const { to, logSumExp, largest } of steps) {
        const sum = logits.slice(0, to).reduce((all, x) => all + Math.exp(x), 0);
        expect(logSumExp).toBeCloseTo(Math.log(sum), 13);
        expect(logSumExp).toBeGreaterThanOrEqual(largest);
      }
    }
  });

  it('decides countable claims as the ledger does', () => {
    expect(verdicts).toEqual({
      parallel: 'holds',
      quadratic: 'holds',
      memory: 'condition',
      additive: 'condition',
      growth: 'condition',
      cache: 'holds',
    });
    expect(measured('memory', 'bytes')).toBe(2 ** 20);
    expect(measured('memory', 'plain')).toBe(4);
    // Streaming attention stores the output and one number per query; both are proportional to n.
    expect(measured('memory', 'streaming')).toBe(2);
    expect(measured('parallel', 'alone')).toBeLessThan(ROUNDING);
    expect(measured('additive', 'memory')).toBe(64);
    expect(measured('additive', 'operations')).toBe(3);
    expect(measured('growth', 'projections')).toBe(2);
    expect(measured('growth', 'all')).toBe(3);
    expect(measured('cache', 'cached')).toBe(8);
    expect(measured('cache', 'repeated')).toBe(36);
  });

  it('shows the bytes of the text that an experiment is about', () => {
    const shown = (id: string) =>
      compute(experiments.find((one) => one.id === id)?.state ?? EXAMPLE, engine);
    expect(shown('memory').stagesBytes).toBe(4 * matrixBytes(8192));
    expect(shown('memory').tileBytes).toBe(tileBytes(8192, WIDTH));
    expect(shown('growth').stagesBytes).toBe(4 * matrixBytes(128));
  });
});

describe('cost, its counts', () => {
  it('counts the bytes of the ledger: 4n² for each head', () => {
    expect([1024, 4096, 16_384].map((n) => bytesText(i18n, matrixBytes(n)))).toEqual([
      '4 MiB',
      '64 MiB',
      '1 GiB',
    ]);
    expect([0, 1, 1023, 1024, 29_024].map((x) => bytesText(i18n, x))).toEqual([
      '0 B',
      '1 B',
      '1023 B',
      '1 KiB',
      '28.34 KiB',
    ]);
    expect([2 ** 40, 2 ** 50].map((x) => bytesText(i18n, x))).toEqual(['1 TiB', '1024 TiB']);
  });

  it('has a tile whose size stops growing', () => {
    expect(tileBytes(128, WIDTH)).toBe(tileBytes(16_384, WIDTH));
    // A tile has 128 queries and 90 keys. For each query it stores 90 logits, 64 components, 64 outputs, a maximum and
    // a sum, each with 4 bytes (float32). For each key it stores one flag with 1 byte.
    expect(tileBytes(16_384, WIDTH)).toBe(4 * 128 * (90 + 64 + 64 + 2) + 90);
    expect(tileScoresBytes(16_384)).toBe(4 * 128 * 90);
    expect(tileBytes(1, WIDTH)).toBeLessThan(tileBytes(8, WIDTH));
  });

  it('counts equal work for scores and projections at n = 2d', () => {
    for (const d of [16, 64, 4096]) {
      expect(scoreWork(2 * d, d)).toBe(projectionWork(2 * d, d));
      expect(scoreWork(2 * d - 1, d)).toBeLessThan(projectionWork(2 * d - 1, d));
    }
    for (const n of [64, 128, 4096]) {
      expect(scoreWork(2 * n, 64)).toBe(4 * scoreWork(n, 64));
      expect(projectionWork(2 * n, 64)).toBe(2 * projectionWork(n, 64));
    }
  });

  it('adds up the work of generating text, step by step', () => {
    const [n, d] = [37, 16];
    const steps = Array.from({ length: n }, (_, i) => i + 1);
    const sum = (work: (t: number) => number) => steps.reduce((all, t) => all + work(t), 0);
    expect(repeatedWork(n, d)).toBeCloseTo(
      sum((t) => projectionWork(t, d) + scoreWork(t, d)),
      6,
    );
    expect(cachedWork(n, d)).toBe(sum((t) => projectionWork(1, d) + 2 * t * d));
    expect(keysOf(n, false)).toBe(sum((t) => t));
    expect(bytesText(i18n, cacheBytes(16_384, 64))).toBe('8 MiB');
  });
});

describe('cost, its measurements', () => {
  /**
   * A fake clock `now`. Only `call` advances it, by `cost` milliseconds each time. `tick` is the clock's resolution in
   * milliseconds.
   */
  function watch(cost: number, tick = 0) {
    let time = 0;
    let calls = 0;
    return {
      call: () => {
        time += cost;
        calls += 1;
      },
      now: () => (tick > 0 ? Math.floor(time / tick) * tick : time),
      calls: () => calls,
    };
  }

  it('repeats short calls and makes a long call once', () => {
    const short = watch(3);
    expect([...timings(short.call, short.now)]).toEqual([3, 3, 3, 3, 3]);
    // The first call does not count. Then five batches of 7 calls follow: 7 is the smallest number of calls of 3 ms
    // that takes at least 20 ms.
    expect(short.calls()).toBe(1 + 5 * 7);
    const long = watch(1000);
    expect([...timings(long.call, long.now)]).toEqual([1000]);
    expect(long.calls()).toBe(1);
  });

  it('is accurate with a clock of whole milliseconds', () => {
    const coarse = watch(0.3, 1);
    for (const time of timings(coarse.call, coarse.now)) expect(time).toBeCloseTo(0.3, 1);
  });

  it('takes the median, and can be cancelled', async () => {
    const slow = watch(30);
    const { signal } = new AbortController();
    expect(await medianTime(slow.call, { signal, now: slow.now })).toBe(30);
    const aborted = AbortSignal.abort();
    expect(await medianTime(slow.call, { signal: aborted, now: slow.now })).toBeNaN();
  });

  it('measures every length with both methods, and plain attention while its stages fit', () => {
    expect(PLAIN_MOST).toBe(4096);
    expect(jobsUpTo('2048').length).toBe(10);
    const all = jobsUpTo('16384');
    expect(all.filter(({ method }) => method === 'plain').at(-1)?.n).toBe(4096);
    expect(all.filter(({ method }) => method === 'streaming').at(-1)?.n).toBe(16_384);
  });

  it('calls the engine with the quantities to measure', () => {
    const asked: [string, readonly number[]][] = [];
    const note = (name: string) => (input: { queries: { shape: readonly number[] } }) => {
      asked.push([name, input.queries.shape]);
    };
    const fake = {
      random: ({ shape }: { shape: readonly number[] }) => ({ shape, data: [] }),
      attention: note('plain'),
      streamingAttention: note('streaming'),
    } as unknown as Engine;
    callOf(fake, { method: 'plain', n: 8 })();
    callOf(fake, { method: 'streaming', n: 16 })();
    expect(asked).toEqual([
      ['plain', [8, 64]],
      ['streaming', [16, 64]],
    ]);
  });

  it('fits the power by which something grows, with its error', () => {
    const squares = [256, 512, 1024, 2048].map((n) => [n, 7e-6 * n ** 2] as const);
    expect(growthOf(squares)?.exponent).toBeCloseTo(2, 12);
    expect(growthOf(squares)?.error).toBeLessThan(1e-10);
    // The logarithms (base 2) of the times are 0, 1 and 3. The fitted line has slope 1.5; the
    // squared residuals sum to ⅙, and the squared deviations of the logarithms of the lengths to 2.
    const bent = growthOf([
      [1, 1],
      [2, 2],
      [4, 8],
    ]);
    expect(bent?.exponent).toBeCloseTo(1.5, 12);
    expect(bent?.error).toBeCloseTo(Math.sqrt(1 / 6 / 2), 12);
    const pair = growthOf(squares.slice(0, 2));
    expect(pair?.exponent).toBeCloseTo(2, 12);
    expect(pair?.error).toBeNaN();
    // The line through two points misses them only by rounding errors, so its error is NaN all the same.
    const rounded = growthOf([
      [3, 0.1],
      [7, 0.3],
    ]);
    expect(rounded?.error).toBeNaN();
    expect(growthOf(squares.slice(0, 1))).toBeUndefined();
    expect(growthOf([])).toBeUndefined();
  });
});
