// SPDX-License-Identifier: MIT
// A run of the lesson "cost" without a browser: workers and clocks are the tests' own.
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Engine, Twin } from '../../web/src/engine/index.ts';
import { PROBES } from '../../web/src/engine/twin.ts';
import { forgetRuns, keepRun, keptRuns } from '../../web/src/lessons/cost/history.ts';
import {
  type MeasuredRun,
  Measuring,
  type Options,
  pointsOf,
  type WorkerLike,
} from '../../web/src/lessons/cost/measuring.ts';
import { measuredTwin, readLink } from '../../web/src/lessons/cost/state.ts';
import { jobsUpTo } from '../../web/src/lessons/cost/timing.ts';
import type { Answer, Request } from '../../web/src/lessons/cost/worker.ts';
import { withStore } from '../web/support/store.ts';

/** One that answers at once. */
const engine = {
  twin: 'simd',
  random: () => ({ shape: [], data: [] }),
  attention: () => {},
  streamingAttention: () => {},
} as unknown as Engine;

/** A worker that answers when the test wants it to. */
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

  /** Every job that is left, each in n² / 1e5 milliseconds. */
  answerAll(): void {
    for (const job of this.request?.jobs ?? [])
      this.answer({ ...job, times: [job.n ** 2 / 1e5, job.n ** 2 / 1e5] });
  }
}

function open(more: Partial<Options> = {}) {
  const workers: FakeWorker[] = [];
  const whole: MeasuredRun[] = [];
  const measuring = new Measuring({
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
  return { measuring, workers, whole };
}

describe('a run', () => {
  it('measures every length, tells what it is at, and is whole at its end', () => {
    const { measuring, workers, whole } = open();
    measuring.start('simd', '2048', engine);
    expect(workers[0]?.request).toEqual({ twin: 'simd', jobs: jobsUpTo('2048') });
    expect(measuring.current).toEqual({ method: 'plain', n: 128 });
    workers[0]?.answer({ method: 'plain', n: 128, times: [1, 3, 2] });
    expect(measuring.current).toEqual({ method: 'streaming', n: 128 });
    expect(pointsOf(measuring.run?.timed ?? [], 'plain')).toEqual([[128, 2]]);
    for (const job of jobsUpTo('2048').slice(1)) workers[0]?.answer({ ...job, times: [1] });
    expect(measuring.isRunning).toBe(false);
    expect(workers[0]?.isEnded).toBe(true);
    expect(whole.map(({ twin, timed }) => [twin, timed.length])).toEqual([['simd', 10]]);
    expect(measuring.missing('simd', '2048')).toEqual([]);
  });

  it('stops at once, keeps what it has, and goes on from there', () => {
    const { measuring, workers, whole } = open();
    measuring.start('simd', '2048', engine);
    workers[0]?.answer({ method: 'plain', n: 128, times: [1] });
    measuring.stop();
    expect(workers[0]?.isEnded).toBe(true);
    expect(measuring.isRunning).toBe(false);
    expect(whole).toEqual([]);
    measuring.start('simd', '2048', engine);
    expect(workers[1]?.request?.jobs).toEqual(jobsUpTo('2048').slice(1));
    workers[1]?.answerAll();
    expect(measuring.run?.timed.length).toBe(10);
    expect(whole.length).toBe(1);
  });

  it('adds longer texts to what it has, begins anew when all is known, and with the other twin', () => {
    const { measuring, workers } = open();
    measuring.start('simd', '2048', engine);
    workers[0]?.answerAll();
    measuring.start('simd', '16384', engine);
    expect(workers[1]?.request?.jobs.map(({ n }) => n)).toEqual([4096, 4096, 8192, 16_384]);
    workers[1]?.answerAll();
    measuring.start('simd', '2048', engine);
    expect(workers[2]?.request?.jobs).toEqual(jobsUpTo('2048'));
    expect(measuring.run?.timed).toEqual([]);
    workers[2]?.answerAll();
    measuring.start('scalar', '2048', engine);
    expect(workers[3]?.request).toEqual({ twin: 'scalar', jobs: jobsUpTo('2048') });
    expect(measuring.run).toEqual({ twin: 'scalar', timed: [] });
    // A second start of what is running starts nothing.
    measuring.start('simd', '2048', engine);
    expect(workers.length).toBe(4);
  });

  it('goes on where the device has no room for a length', () => {
    const { measuring, workers, whole } = open();
    measuring.start('simd', '4096', engine);
    for (const job of jobsUpTo('4096'))
      workers[0]?.answer(
        job.method === 'plain' && job.n === 4096
          ? { ...job, refused: 'memory' }
          : { ...job, times: [job.n] },
      );
    expect(measuring.refused.map(({ method, n }) => [method, n])).toEqual([['plain', 4096]]);
    expect(measuring.missing('simd', '4096')).toEqual([]);
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
    'runs on the page where a worker %s, and leaves out what would hold it up',
    async (_, newWorker) => {
      // A clock that ticks at every look.
      let time = 0;
      const now = () => {
        time += 7;
        return time;
      };
      let isTold = false;
      const onNews = () => {
        isTold ||= measuring.isOnPage && measuring.run?.timed.length === 0;
      };
      const { measuring, whole } = open({ newWorker, now, onNews });
      measuring.start('scalar', '2048', engine);
      await vi.waitFor(() => expect(measuring.isRunning).toBe(false), { timeout: 20_000 });
      expect(measuring.isOnPage).toBe(true);
      expect(measuring.run?.twin).toBe(engine.twin);
      expect(measuring.run?.timed.length).toBe(10);
      expect(whole.length).toBe(1);
      expect(isTold, 'before anything is measured').toBe(true);
      const slow = open({ newWorker, now: () => (time += 40) });
      slow.measuring.start('simd', '2048', engine);
      await vi.waitFor(() => expect(slow.measuring.isRunning).toBe(false));
      expect(slow.measuring.run?.timed.map(({ n }) => n)).toEqual([128, 128]);
      expect(slow.whole).toEqual([]);
    },
  );

  it('ends on the page with what it has, and tells of the fault, where a call throws', async () => {
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
    const { measuring, whole } = open({ newWorker });
    measuring.start('simd', '2048', { ...engine, streamingAttention } as unknown as Engine);
    await vi.waitFor(() => expect(measuring.isRunning).toBe(false));
    expect(reportError).toHaveBeenCalledExactlyOnceWith(fault);
    expect(measuring.run?.timed.map(({ method }) => method)).toEqual(['plain']);
    expect(measuring.refused).toEqual([]);
    expect(whole).toEqual([]);
  });
});

describe('the build that is measured', () => {
  /** A device that takes these twins alone. */
  const takes = (...twins: readonly Twin[]) =>
    vi
      .spyOn(WebAssembly, 'validate')
      .mockImplementation((bytes) => twins.some((twin) => `${PROBES[twin]}` === `${bytes}`));

  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['relaxed', ['relaxed', 'simd', 'scalar'], 'relaxed'],
    ['relaxed', ['simd', 'scalar'], 'simd'],
    ['simd', ['scalar'], 'scalar'],
    ['scalar', ['relaxed', 'simd', 'scalar'], 'scalar'],
  ] as const)('asked for %s on a device that takes %j: %s', (twin, taken, measured) => {
    takes(...taken);
    const { state } = readLink(new URLSearchParams(`v=1&twin=${twin}`));
    expect(state.twin).toBe(twin);
    expect(measuredTwin(state)).toBe(measured);
  });
});

describe('runs that are kept', () => {
  const run: MeasuredRun = {
    twin: 'scalar',
    timed: [
      { method: 'streaming', n: 256, times: [4] },
      { method: 'plain', n: 256, times: [3, 5, 9] },
      { method: 'plain', n: 128, times: [1] },
    ],
  };

  it('are there at the next visit, the newest first, until they are forgotten', () => {
    withStore();
    expect(keptRuns()).toEqual([]);
    keepRun(run, 1000);
    const runs = keepRun({ ...run, twin: 'simd' }, 2000);
    expect(keptRuns()).toEqual(runs);
    expect(runs.map(({ at, twin }) => [at, twin])).toEqual([
      [2000, 'simd'],
      [1000, 'scalar'],
    ]);
    expect(runs[0]?.plain).toEqual([
      [128, 1],
      [256, 5],
    ]);
    forgetRuns();
    expect(keptRuns()).toEqual([]);
  });

  it('are ten at most, and what else the store holds is passed over', () => {
    const held = withStore();
    for (let at = 1; at <= 12; at++) keepRun(run, at);
    expect(keptRuns().map(({ at }) => at)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    const [good] = keptRuns();
    const bad = [
      null,
      7,
      {},
      { ...good, at: 'today' },
      { ...good, twin: 'gpu' },
      { ...good, plain: [[1]] },
    ];
    held.set('attention-lab.cost-runs', JSON.stringify([...bad, good]));
    expect(keptRuns()).toEqual([good]);
    for (const text of ['{', '{}', '"x"']) {
      held.set('attention-lab.cost-runs', text);
      expect(keptRuns()).toEqual([]);
    }
  });
});
