// SPDX-License-Identifier: MIT
// Tests the measurements of the lesson "cost" without a browser, with fake workers and clocks.
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Engine, Twin } from '../../web/src/engine/index.ts';
import { PROBES } from '../../web/src/engine/twin.ts';
import { forgetRuns, keepRun, keptRuns } from '../../web/src/lessons/cost/history.ts';
import { jobsUpTo } from '../../web/src/lessons/cost/timing.ts';
import {
  type MeasuredRun,
  type Options,
  pointsOf,
  TimingRunner,
  type WorkerLike,
} from '../../web/src/lessons/cost/timing-runner.ts';
import type { Answer, Request } from '../../web/src/lessons/cost/worker.ts';
import { readState } from '../../web/src/state/fields.ts';
import { withStore } from '../web/support/store.ts';

/** An engine whose methods return at once, without a computation. */
const engine = {
  twin: 'simd',
  random: () => ({ shape: [], data: [] }),
  attention: () => {},
  streamingAttention: () => {},
} as unknown as Engine;

/** A worker that posts an answer only when the test calls `answer`. */
class FakeWorker implements WorkerLike {
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  request: Request | undefined;
  isEnded = false;

  postMessage(request: Request): void {
    this.request = request;
  }

  terminate(): void {
    this.isEnded = true;
  }

  answer(data: Answer): void {
    this.onmessage?.({ data } as MessageEvent<Answer>);
  }

  /** Answers every measurement (job) of the request, each with two times of n² / 1e5 milliseconds. */
  answerAll(): void {
    for (const job of this.request?.jobs ?? [])
      this.answer({ ...job, times: [job.n ** 2 / 1e5, job.n ** 2 / 1e5] });
  }
}

function open(more: Partial<Options> = {}) {
  const workers: FakeWorker[] = [];
  const whole: MeasuredRun[] = [];
  const runner = new TimingRunner({
    onNews: () => {},
    onWhole: (run) => whole.push(run),
    newWorker: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
    now: () => performance.now(),
    ...more,
  });
  return { runner, workers, whole };
}

describe('a run', () => {
  it('measures every length, reports its progress, and is complete at the end', () => {
    const { runner, workers, whole } = open();
    runner.start('simd', '2048', engine);
    expect(workers[0]?.request).toEqual({ twin: 'simd', jobs: jobsUpTo('2048') });
    expect(runner.current).toEqual({ method: 'plain', n: 128 });
    workers[0]?.answer({ method: 'plain', n: 128, times: [1, 3, 2] });
    expect(runner.current).toEqual({ method: 'streaming', n: 128 });
    expect(pointsOf(runner.run?.timed ?? [], 'plain')).toEqual([[128, 2]]);
    for (const job of jobsUpTo('2048').slice(1)) workers[0]?.answer({ ...job, times: [1] });
    expect(runner.isRunning).toBe(false);
    expect(workers[0]?.isEnded).toBe(true);
    expect(whole.map(({ twin, timed }) => [twin, timed.length])).toEqual([['simd', 10]]);
    expect(runner.missing('simd', '2048')).toEqual([]);
  });

  it('stops at once, keeps its results, and can continue', () => {
    const { runner, workers, whole } = open();
    runner.start('simd', '2048', engine);
    workers[0]?.answer({ method: 'plain', n: 128, times: [1] });
    runner.stop();
    expect(workers[0]?.isEnded).toBe(true);
    expect(runner.isRunning).toBe(false);
    expect(whole).toEqual([]);
    runner.start('simd', '2048', engine);
    expect(workers[1]?.request?.jobs).toEqual(jobsUpTo('2048').slice(1));
    workers[1]?.answerAll();
    expect(runner.run?.timed.length).toBe(10);
    expect(whole.length).toBe(1);
  });

  it('adds longer texts to its results, and starts again when complete or with another build', () => {
    const { runner, workers } = open();
    runner.start('simd', '2048', engine);
    workers[0]?.answerAll();
    runner.start('simd', '16384', engine);
    expect(workers[1]?.request?.jobs.map(({ n }) => n)).toEqual([4096, 4096, 8192, 16_384]);
    workers[1]?.answerAll();
    runner.start('simd', '2048', engine);
    expect(workers[2]?.request?.jobs).toEqual(jobsUpTo('2048'));
    expect(runner.run?.timed).toEqual([]);
    workers[2]?.answerAll();
    runner.start('relaxed', '2048', engine);
    expect(workers[3]?.request).toEqual({ twin: 'relaxed', jobs: jobsUpTo('2048') });
    expect(runner.run).toEqual({ twin: 'relaxed', timed: [] });
    // While a run is in progress, `start` has no effect.
    runner.start('simd', '2048', engine);
    expect(workers.length).toBe(4);
  });

  it('skips a length that does not fit into memory', () => {
    const { runner, workers, whole } = open();
    runner.start('simd', '4096', engine);
    for (const job of jobsUpTo('4096'))
      workers[0]?.answer(
        job.method === 'plain' && job.n === 4096
          ? { ...job, refused: 'memory' }
          : { ...job, times: [job.n] },
      );
    expect(runner.refused.map(({ method, n }) => [method, n])).toEqual([['plain', 4096]]);
    expect(runner.missing('simd', '4096')).toEqual([]);
    expect(whole.length).toBe(1);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no workers here');
      },
    ],
    [
      'tells of an error',
      () => {
        const worker = new FakeWorker();
        setTimeout(() => worker.onerror?.({ preventDefault: () => {} } as ErrorEvent));
        return worker;
      },
    ],
  ])(
    'runs on the page if a worker %s, and skips lengths that would block it',
    async (_, newWorker) => {
      // A fake clock that advances by 7 ms at every reading.
      let time = 0;
      const now = () => {
        time += 7;
        return time;
      };
      let isTold = false;
      const onNews = () => {
        isTold ||= runner.isOnPage && runner.run?.timed.length === 0;
      };
      const { runner, whole } = open({ newWorker, now, onNews });
      runner.start('relaxed', '2048', engine);
      await vi.waitFor(() => expect(runner.isRunning).toBe(false), { timeout: 20_000 });
      expect(runner.isOnPage).toBe(true);
      expect(runner.run?.twin).toBe(engine.twin);
      expect(runner.run?.timed.length).toBe(10);
      expect(whole.length).toBe(1);
      expect(isTold, 'before anything is measured').toBe(true);
      const slow = open({ newWorker, now: () => (time += 40) });
      slow.runner.start('simd', '2048', engine);
      await vi.waitFor(() => expect(slow.runner.isRunning).toBe(false));
      expect(slow.runner.run?.timed.map(({ n }) => n)).toEqual([128, 128]);
      expect(slow.whole).toEqual([]);
    },
  );

  it('ends with its results and an error if a call on the page throws', async () => {
    const reportError = vi.fn();
    vi.stubGlobal('reportError', reportError);
    onTestFinished(() => void vi.unstubAllGlobals());
    const fault = new Error('a trap');
    const streamingAttention = () => {
      throw fault;
    };
    const newWorker = () => {
      throw new Error('no workers');
    };
    const { runner, whole } = open({ newWorker });
    runner.start('simd', '2048', { ...engine, streamingAttention } as unknown as Engine);
    await vi.waitFor(() => expect(runner.isRunning).toBe(false));
    expect(reportError).toHaveBeenCalledExactlyOnceWith(fault);
    expect(runner.run?.timed.map(({ method }) => method)).toEqual(['plain']);
    expect(runner.refused).toEqual([]);
    expect(whole).toEqual([]);
  });
});

describe('the build to measure', () => {
  /** Mocks a device that supports only these WebAssembly builds of the engine. */
  const takes = (...twins: readonly Twin[]) =>
    vi
      .spyOn(WebAssembly, 'validate')
      .mockImplementation((bytes) => twins.some((twin) => `${PROBES[twin]}` === `${bytes}`));

  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['relaxed', ['relaxed', 'simd'], 'relaxed'],
    ['relaxed', ['simd'], 'simd'],
    ['simd', ['relaxed', 'simd'], 'simd'],
  ] as const)('requesting %s on a device that supports %j: %s', async (twin, taken, measured) => {
    takes(...taken);
    // The module stores which builds the device supports, so each device needs a newly loaded module.
    vi.resetModules();
    const { fields, measuredTwin } = await import('../../web/src/lessons/cost/state.ts');
    const { state } = readState(fields, new URLSearchParams(`twin=${twin}`));
    expect(state.twin).toBe(twin);
    expect(measuredTwin(state)).toBe(measured);
  });
});

describe('stored runs', () => {
  const run: MeasuredRun = {
    twin: 'relaxed',
    timed: [
      { method: 'streaming', n: 256, times: [4] },
      { method: 'plain', n: 256, times: [3, 5, 9] },
      { method: 'plain', n: 128, times: [1] },
    ],
  };

  it('are available at the next visit, newest first, until they are deleted', () => {
    withStore();
    expect(keptRuns()).toEqual([]);
    keepRun(run, 1000);
    const runs = keepRun({ ...run, twin: 'simd' }, 2000);
    expect(keptRuns()).toEqual(runs);
    expect(runs.map(({ at, twin }) => [at, twin])).toEqual([
      [2000, 'simd'],
      [1000, 'relaxed'],
    ]);
    expect(runs[0]?.plain).toEqual([
      [128, 1],
      [256, 5],
    ]);
    forgetRuns();
    expect(keptRuns()).toEqual([]);
  });

  it('are at most ten, and other content of the store is ignored', () => {
    const held = withStore();
    for (let at = 1; at <= 12; at++) keepRun(run, at);
    expect(keptRuns().map(({ at }) => at)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    const [good] = keptRuns();
    const bad = [
      null,
      7,
      {},
      { ...good, at: 'today' },
      { ...good, twin: 'scalar' },
      { ...good, plain: [[1]] },
      { ...good, plain: [[128, 0]] },
    ];
    held.set('attention-lab.cost-runs', JSON.stringify([...bad, good]));
    expect(keptRuns()).toEqual([good]);
    for (const text of ['{', '{}', '"x"']) {
      held.set('attention-lab.cost-runs', text);
      expect(keptRuns()).toEqual([]);
    }
  });
});
