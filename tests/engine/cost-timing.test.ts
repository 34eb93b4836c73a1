// SPDX-License-Identifier: MIT
// Tests the measurements of the lesson "cost" without a browser, with fake workers and clocks.
import { describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../web/src/engine/index.ts';
import { jobsUpTo } from '../../web/src/lessons/cost/timing.ts';
import {
  type Options,
  pointsOf,
  TimingRunner,
  type WorkerLike,
} from '../../web/src/lessons/cost/timing-runner.ts';
import type { Answer, Request } from '../../web/src/lessons/cost/worker.ts';

const engine = {
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
  const runner = new TimingRunner({
    onNews: () => {},
    newWorker: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
    now: () => performance.now(),
    ...more,
  });
  return { runner, workers };
}

describe('a run', () => {
  it('measures every length, reports its progress, and is complete at the end', () => {
    const { runner, workers } = open();
    runner.start('2048', engine);
    expect(workers[0]?.request).toEqual({ jobs: jobsUpTo('2048') });
    expect(runner.current).toEqual({ method: 'plain', n: 128 });
    workers[0]?.answer({ method: 'plain', n: 128, times: [1, 3, 2] });
    expect(runner.current).toEqual({ method: 'streaming', n: 128 });
    expect(pointsOf(runner.timed, 'plain')).toEqual([[128, 2]]);
    for (const job of jobsUpTo('2048').slice(1)) workers[0]?.answer({ ...job, times: [1] });
    expect(runner.isRunning).toBe(false);
    expect(workers[0]?.isEnded).toBe(true);
    expect(runner.timed.length).toBe(10);
    expect(runner.missing('2048')).toEqual([]);
  });

  it('stops at once, keeps its results, and can continue', () => {
    const { runner, workers } = open();
    runner.start('2048', engine);
    workers[0]?.answer({ method: 'plain', n: 128, times: [1] });
    runner.stop();
    expect(workers[0]?.isEnded).toBe(true);
    expect(runner.isRunning).toBe(false);
    runner.start('2048', engine);
    expect(workers[1]?.request?.jobs).toEqual(jobsUpTo('2048').slice(1));
    workers[1]?.answerAll();
    expect(runner.timed.length).toBe(10);
  });

  it('adds longer texts to its results, and starts again when complete', () => {
    const { runner, workers } = open();
    runner.start('2048', engine);
    workers[0]?.answerAll();
    runner.start('16384', engine);
    expect(workers[1]?.request?.jobs.map(({ n }) => n)).toEqual([4096, 4096, 8192, 16_384]);
    workers[1]?.answerAll();
    runner.start('2048', engine);
    expect(workers[2]?.request?.jobs).toEqual(jobsUpTo('2048'));
    expect(runner.timed).toEqual([]);
    // While a run is in progress, `start` has no effect.
    runner.start('2048', engine);
    expect(workers.length).toBe(3);
  });

  it('skips a length that does not fit into memory', () => {
    const { runner, workers } = open();
    runner.start('4096', engine);
    for (const job of jobsUpTo('4096'))
      workers[0]?.answer(
        job.method === 'plain' && job.n === 4096
          ? { ...job, refused: 'memory' }
          : { ...job, times: [job.n] },
      );
    expect(runner.refused.map(({ method, n }) => [method, n])).toEqual([['plain', 4096]]);
    expect(runner.missing('4096')).toEqual([]);
  });

  const forbidden = () => {
    throw new Error('no workers here');
  };
  const failing = () => {
    const worker = new FakeWorker();
    setTimeout(() => worker.onerror?.({ preventDefault: () => {} } as ErrorEvent));
    return worker;
  };

  it.each([
    ['throws', forbidden],
    ['tells of an error', failing],
  ])(
    'runs on the page if a worker %s, and skips lengths that would block it',
    async (_, newWorker) => {
      let time = 0;
      const now = () => {
        time += 7;
        return time;
      };
      let isTold = false;
      const onNews = () => {
        isTold ||= runner.isOnPage && runner.timed.length === 0;
      };
      const { runner } = open({ newWorker, now, onNews });
      runner.start('2048', engine);
      await vi.waitFor(() => expect(runner.isRunning).toBe(false), { timeout: 20_000 });
      expect(runner.isOnPage).toBe(true);
      expect(runner.timed.length).toBe(10);
      expect(isTold, 'before anything is measured').toBe(true);
      const slow = open({ newWorker, now: () => (time += 40) });
      slow.runner.start('2048', engine);
      await vi.waitFor(() => expect(slow.runner.isRunning).toBe(false));
      expect(slow.runner.timed.map(({ n }) => n)).toEqual([128, 128]);
    },
  );

  it('ends with its results and an error if a call on the page throws', async () => {
    const reportError = vi.fn();
    vi.stubGlobal('reportError', reportError);
    const fault = new Error('a trap');
    const streamingAttention = () => {
      throw fault;
    };
    const { runner } = open({ newWorker: forbidden });
    runner.start('2048', { ...engine, streamingAttention } as unknown as Engine);
    await vi.waitFor(() => expect(runner.isRunning).toBe(false));
    expect(reportError).toHaveBeenCalledExactlyOnceWith(fault);
    expect(runner.timed.map(({ method }) => method)).toEqual(['plain']);
    expect(runner.refused).toEqual([]);
  });
});
