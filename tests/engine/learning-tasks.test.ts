// SPDX-License-Identifier: MIT
// Tests how the lesson "learning" trains: its batches, its curves and its memory.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Learner } from '../../web/src/lessons/learning/training/learner.ts';
import {
  after,
  extended,
  newCurve,
  startOf,
} from '../../web/src/lessons/learning/training/progress.ts';
import { batches, LONGEST, MODELS } from '../../web/src/lessons/learning/training/repetition.ts';
import { openNative } from './native.ts';
import { openEngine } from './support.ts';

const { engine, memory } = await openEngine('simd');
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The number of bytes of live objects and buffers in this process, after a garbage collection. */
function keptBytes(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

it('the native library trains with the same bits as the SIMD build', () => {
  const native = openNative();
  onTestFinished(() => native.close());
  const [found, right] = [native.engine, engine].map((one) => {
    const learner = new Learner(one, MODELS.whole);
    const result = { losses: learner.train(10), saved: learner.saved() };
    learner.release();
    return result;
  });
  expect(found).toEqual(right);
});

describe('the batches of lists', () => {
  it('follow only from the seed and their number', () => {
    const { tokens, targets, counts } = batches(5, 10, 3);
    const later = batches(5, 12, 1);
    const size = later.tokens.data.length;
    expect(later.tokens.data).toEqual(tokens.data.slice(2 * size));
    expect(later.targets.data).toEqual(targets.data.slice(2 * size));
    expect(later.counts.data).toEqual(counts.data.slice(2 * size));
    expect(batches(6, 12, 1).tokens.data).not.toEqual(later.tokens.data);
    expect(tokens.shape).toEqual([3, 32, LONGEST]);
  });

  it('count exactly the positions that can be predicted from earlier ones', () => {
    const { tokens, targets, counts } = batches(1, 0, 4);
    counts.data.forEach((count, i) => {
      const before = [...tokens.data.slice(i - (i % LONGEST), i)];
      const last = tokens.data[i] as number;
      expect(count).toBe(Number(before.includes(last)));
      if (count === 1) expect([...before, last][before.indexOf(last) + 1]).toBe(targets.data[i]);
    });
  });
});

it('a curve has the mean of the losses, then a running one, at 400 points and then every second', () => {
  expect(extended(newCurve(50), [1, 2, 6]).mean).toBe(3);
  expect(extended(newCurve(2), [1, 3, 6]).mean).toBe(4);
  const curve = extended(newCurve(50), Array(400).fill(1));
  expect(curve.points.length).toBe(400);
  expect(extended(curve, [1])).toMatchObject({ steps: 401, stride: 2 });
  expect(extended(curve, [1]).points.length).toBe(200);
});

it('a share of right answers stays known until the next one is computed', () => {
  const losses = Float32Array.of(1);
  const saved = undefined as never;
  const judged = after(startOf(MODELS.whole), { losses, saved, right: 0.5 });
  const later = after(judged, { losses, saved, right: undefined });
  expect([judged.right, later.right]).toEqual([0.5, 0.5]);
  expect(later.steps).toBe(2);
});

it('a curve keeps at most 400 points, with equal density at both ends', () => {
  let curve = newCurve(50);
  for (let i = 0; i < 5000; i++) curve = extended(curve, [1 / (i + 1), 1 / (i + 1)]);
  expect(curve.steps).toBe(10_000);
  expect(curve.points.length).toBeLessThanOrEqual(400);
  expect(curve.points.length).toBeGreaterThan(200);
  const gaps = curve.points.slice(1).map(({ step }, i) => step - (curve.points[i]?.step ?? 0));
  expect(new Set(gaps).size).toBe(1);
  const atOnce = extended(
    newCurve(50),
    Array.from({ length: 10_000 }, (_, i) => 1 / (Math.floor(i / 2) + 1)),
  );
  expect(atOnce).toEqual(curve);
});

it('100 steps allocate no memory in the module and none permanently on the page', async () => {
  const [steps, rounds] = [100, 20];
  /** The largest accepted growth, in bytes. A leak of one copy of a model per round would be ten times as much. */
  const mostKept = 300_000;
  const learner = new Learner(engine, MODELS.whole);
  let progress = startOf(MODELS.whole);
  const round = () => {
    const losses = learner.train(steps / rounds);
    progress = after(progress, { losses, saved: learner.saved(), right: learner.right() });
  };
  round();
  const { byteLength } = memory.buffer;
  const kept = keptBytes();
  for (let i = 1; i < rounds; i++) round();
  expect(progress.steps).toBe(steps);
  expect(memory.buffer.byteLength).toBe(byteLength);
  // Node frees unused buffers some time after the garbage collection, so the check is repeated.
  await vi.waitFor(() => expect(keptBytes() - kept).toBeLessThan(mostKept));
  learner.release();
});
