// SPDX-License-Identifier: MIT
// What the lesson counts, measures and keeps, through both twins, without a page. Times come from clocks of the tests' own.
import { describe, expect, it } from 'vitest';
import { AttentionError, createEngine, type Engine } from '../../web/src/engine/index.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import {
  bytesText,
  matrixBytes,
  multiplyAdds,
  plainBytes,
  streamingBytes,
  tileBytes,
} from '../../web/src/lessons/cost/bytes.ts';
import { compute, KEYS } from '../../web/src/lessons/cost/compute.ts';
import { experiments } from '../../web/src/lessons/cost/experiments.ts';
import { growthOf, median } from '../../web/src/lessons/cost/fit.ts';
import { predictions } from '../../web/src/lessons/cost/predictions.ts';
import { fields, N_STOPS, readLink, type State } from '../../web/src/lessons/cost/state.ts';
import {
  callOf,
  jobsUpTo,
  medianTime,
  PLAIN_MOST,
  timings,
} from '../../web/src/lessons/cost/timing.ts';
import { precision, tokensOf } from '../../web/src/lessons/cost/tokens.ts';
import { initialState } from '../../web/src/state/fields.ts';
import { measureAll } from './lessons.ts';

const i18n = await createI18n('en');
const DOCUMENT = initialState(fields);
const state = (change: Partial<State>): State => ({ ...DOCUMENT, ...change });

/** What the engine says that it would need; the call must be one that it refuses for that. */
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

for (const twin of ['simd', 'scalar'] as const) {
  const engine = await createEngine({ simd: twin });
  const { measured, verdicts } = await measureAll(experiments, engine);

  describe(`cost, the lesson, ${twin}`, () => {
    it('counts the bytes that the engine asks for', () => {
      const n = 16_384;
      const input = { precision, ...tokensOf(engine, n) } as const;
      expect(bytesAskedFor(() => engine.attention(input))).toBe(plainBytes(n));
    });

    it('gives as many bytes as it counts', () => {
      const n = 160;
      const input = { precision, ...tokensOf(engine, n) } as const;
      const { scores, scaledScores, logits, weights, output } = engine.attention(input);
      for (const stage of [scores, scaledScores, logits, weights])
        expect(stage.data.byteLength).toBe(matrixBytes(n));
      const streaming = engine.streamingAttention(input);
      expect(streaming.output.data.byteLength).toBe(output.data.byteLength);
      const kept = streaming.output.data.byteLength + streaming.logSumExp.data.byteLength + n;
      expect(kept + tileBytes(n)).toBe(streamingBytes(n));
    });

    it('comes to one output by any tile, and every step is what attention to the keys so far gives', () => {
      for (const tile of ['1', '2', '4', '8'] as const) {
        const { steps, output, weights } = compute(state({ tile }), engine);
        expect(steps.length).toBe(8 / Number(tile));
        expect(steps.flatMap(({ logits }) => logits)).toEqual(compute(DOCUMENT, engine).logits);
        expect(steps.at(-1)?.to).toBe(KEYS.length);
        for (const [i, x] of (steps.at(-1)?.output ?? []).entries())
          expect(x).toBeCloseTo(output[i] as number, 14);
        expect(weights.reduce((sum, x) => sum + x, 0)).toBeCloseTo(1, 14);
        for (const { to, logSumExp, largest } of steps) {
          const sum = compute(DOCUMENT, engine)
            .logits.slice(0, to)
            .reduce((all, x) => all + Math.exp(x), 0);
          expect(logSumExp).toBeCloseTo(Math.log(sum), 13);
          expect(logSumExp).toBeGreaterThanOrEqual(largest);
        }
      }
    });

    it('decides as the ledger does, by what can be counted', () => {
      expect(verdicts).toEqual({
        parallel: 'holds',
        quadratic: 'holds',
        memory: 'condition',
        additive: 'holds',
      });
      expect(measured('memory', 'bytes')).toBe(2 ** 20);
      expect(measured('memory', 'plain')).toBe(4);
      // The output and a number a query: 2, for both grow with n.
      expect(measured('memory', 'streaming')).toBe(2);
      expect(measured('parallel', 'alone')).toBeLessThan(2e-6);
      expect(measured('additive', 'memory')).toBe(64);
    });

    it('finds what is to be guessed', () => {
      expect(predictions.map(({ measure }) => measure(engine, i18n).right)).toEqual([
        'fourfold',
        'same',
      ]);
    });
  });
}

describe('cost, its numbers', () => {
  it('knows the bytes of the ledger: 4n² a head', () => {
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
  });

  it('has a tile that stops growing, and one matrix and its work that do not', () => {
    expect(tileBytes(96)).toBe(tileBytes(16_384));
    expect(tileBytes(16_384)).toBe(29_024);
    expect(tileBytes(1)).toBeLessThan(tileBytes(8));
    for (const n of N_STOPS) expect(multiplyAdds(2 * n)).toBe(4 * multiplyAdds(n));
  });

  it('reads any link to a usable state', () => {
    const read = (text: string) => readLink(new URLSearchParams(text));
    expect(read('n=1000000&tile=3&twin=gpu&longest=8').state).toEqual(state({ n: 16_384 }));
    expect(read('n=1000000&tile=3&twin=gpu&longest=8').problems.map(({ field }) => field)).toEqual([
      'n',
      'tile',
      'twin',
      'longest',
    ]);
    expect(read('n=100.4').state.n).toBe(100);
  });
});

describe('cost, how it measures', () => {
  /** A clock that only calls move: each takes so long. */
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

  it('makes short calls again and again, and a long one once', () => {
    const short = watch(3);
    expect([...timings(short.call, short.now)]).toEqual([3, 3, 3, 3, 3]);
    // One to warm up, then five times as many as fill 20 ms.
    expect(short.calls()).toBe(1 + 5 * 7);
    const long = watch(1000);
    expect([...timings(long.call, long.now)]).toEqual([1000]);
    expect(long.calls()).toBe(1);
  });

  it('comes near the truth by a clock of whole milliseconds', () => {
    const coarse = watch(0.3, 1);
    for (const time of timings(coarse.call, coarse.now)) expect(time).toBeCloseTo(0.3, 1);
  });

  it('takes the median, and gives up when it is told to', async () => {
    const slow = watch(30);
    const { signal } = new AbortController();
    expect(await medianTime(slow.call, { signal, now: slow.now })).toBe(30);
    const aborted = AbortSignal.abort();
    expect(await medianTime(slow.call, { signal: aborted, now: slow.now })).toBeNaN();
  });

  it('measures every length with both methods, and plain attention as far as its stages fit', () => {
    expect(PLAIN_MOST).toBe(4096);
    expect(jobsUpTo('2048').length).toBe(10);
    const all = jobsUpTo('16384');
    expect(all.filter(({ method }) => method === 'plain').at(-1)?.n).toBe(4096);
    expect(all.filter(({ method }) => method === 'streaming').at(-1)?.n).toBe(16_384);
  });

  it('calls the engine with what it is to measure', () => {
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

  it('fits the power by which something grows, and says how far off that may be', () => {
    const squares = [256, 512, 1024, 2048].map((n) => [n, 7e-6 * n ** 2] as const);
    expect(growthOf(squares)?.exponent).toBeCloseTo(2, 12);
    expect(growthOf(squares)?.error).toBeLessThan(1e-10);
    // Logs of 0, 1, 3: the line through them has slope 1.5 and leaves ⅙ of squares over a spread of 2.
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
    expect(growthOf(squares.slice(0, 1))).toBeUndefined();
    expect(growthOf([])).toBeUndefined();
    expect([median([3, 1, 2]), median([4, 1]), median([])]).toEqual([2, 2.5, Number.NaN]);
  });
});
