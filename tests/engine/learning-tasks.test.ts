// SPDX-License-Identifier: MIT
// Tests what the models of the lesson "learning" learn from each of three seeds. Prints the losses and the shares of
// correct answers.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DEFAULT_STEPS, type State } from '../../web/src/lessons/learning/state.ts';
import { sequenceTask, TIED_BOUNDS } from '../../web/src/lessons/learning/tasks.ts';
import {
  type Learner,
  type ModelSpec,
  newLearner,
} from '../../web/src/lessons/learning/training/learner.ts';
import { extended, newCurve } from '../../web/src/lessons/learning/training/loss-curve.ts';
import { after, startOf } from '../../web/src/lessons/learning/training/progress.ts';
import { specsOf } from '../../web/src/lessons/learning/training/specs.ts';
import { stateWith } from './learning.ts';
import { openNative } from './native.ts';
import { openEngine } from './support.ts';

const { engine, memory } = await openEngine('simd');
const SEEDS = [1, 2, 3];

/** In the task "pointing", the running mean of the loss must end less than this above the smallest possible loss. */
const NEARLY_NONE = 0.001;
/**
 * A rounding error of float32: the loss of a model with one matrix (W_K = W_Q) may be this much below its lower bound.
 */
const ROUNDING = 1e-4;
const LEARNED_REPETITION = { loss: 0.05, right: 0.98 };
/**
 * The loss of a model with one layer in the task "repetition" must stay above `loss`, and its share of correct answers
 * below `right`: it cannot find the previous symbol, so it guesses among the remaining symbols.
 */
const ONE_LAYER = { loss: 0.8, right: 0.7 };
/**
 * After training on sentences, the loss must be less than `aboveFloor` above the entropy of the grammar, and the share
 * of correct pronouns must be larger than `right`.
 */
const LEARNED_SENTENCES = { aboveFloor: 0.06, right: 0.95 };

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The number of bytes of live objects and buffers in this process, after a garbage collection. */
function keptBytes(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/**
 * Trains with the number of steps of the button "Train". Returns the running mean of the loss and
 * the share of correct answers.
 */
function trained(change: Partial<State>, language = 'en') {
  const state = stateWith(change);
  const [spec] = specsOf(state, language);
  if (spec === undefined) throw new Error('a state has a model');
  const learner = newLearner(engine, spec);
  const steps = DEFAULT_STEPS[state.task];
  const begun = performance.now();
  const losses = learner.train(steps);
  const speed = Math.round((1000 * steps) / (performance.now() - begun));
  const loss = extended(newCurve(50), losses).mean;
  const right = learner.right();
  learner.release();
  console.log(
    `${JSON.stringify(change)} ${language}: loss ${loss.toFixed(4)}, right ${right.toFixed(3)}, ${speed} steps/s`,
  );
  return { loss, right };
}

describe.each(SEEDS)('from seed %i', (seed) => {
  it.each(['swaps', 'threes', 'six', 'identity'] as const)('pointing, %s', (permutation) => {
    const pointing = { task: 'pointing', permutation, seed } as const;
    const separate = trained(pointing);
    expect(separate.loss).toBeLessThan(NEARLY_NONE);
    expect(separate.right).toBe(1);
    const tied = trained({ ...pointing, tied: 'tied' });
    expect(tied.loss).toBeGreaterThan(TIED_BOUNDS[permutation] - ROUNDING);
    expect(tied.loss).toBeLessThan(TIED_BOUNDS[permutation] + NEARLY_NONE);
  });

  it('repetition: two layers learn it, one does not', () => {
    const two = trained({ task: 'repetition', seed });
    expect(two.loss).toBeLessThan(LEARNED_REPETITION.loss);
    expect(two.right).toBeGreaterThan(LEARNED_REPETITION.right);
    const one = trained({ task: 'repetition', seed, layers: '1' });
    expect(one.loss).toBeGreaterThan(ONE_LAYER.loss);
    expect(one.right).toBeLessThan(ONE_LAYER.right);
  });

  it.each(['en', 'zh-Hans', 'zh-Hant'])('sentences, %s', (language) => {
    const { loss, right } = trained({ task: 'sentences', seed }, language);
    const { floor } = sequenceTask('sentences', language);
    expect(loss).toBeLessThan(floor + LEARNED_SENTENCES.aboveFloor);
    expect(right).toBeGreaterThan(LEARNED_SENTENCES.right);
  });
});

/**
 * Two WebAssembly builds may round differently. At every step, the running means of their losses must differ by at most
 * this number, which cpp/README.md states.
 */
const OTHER_BUILD = 0.005;

describe.each(['pointing', 'repetition', 'sentences'] as const)('another build, %s', (task) => {
  const [spec] = specsOf(stateWith({ task }), 'en') as readonly [ModelSpec];

  it('the native library gives the same bits as SIMD', () => {
    const native = openNative();
    onTestFinished(() => native.close());
    const [found, right] = [native.engine, engine].map((one) => {
      const learner = newLearner(one, spec);
      const result = { losses: learner.train(40), saved: learner.saved() };
      learner.release();
      return result;
    });
    expect(found).toEqual(right);
  });

  it('relaxed SIMD stays within the stated tolerance', async () => {
    const learners = [(await openEngine('relaxed')).engine, engine].map((one) =>
      newLearner(one, spec),
    );
    let curves = learners.map(() => newCurve(50));
    for (let step = 0; step < DEFAULT_STEPS[task]; step += 50) {
      curves = curves.map((each, i) => extended(each, (learners[i] as Learner).train(50)));
      const [relaxed, simd] = curves.map(({ mean }) => mean) as [number, number];
      expect(Math.abs(relaxed - simd)).toBeLessThan(OTHER_BUILD);
    }
    for (const learner of learners) learner.release();
  });
});

describe.each([
  ['repetition', ''],
  ['sentences', 'en'],
  ['sentences', 'zh-Hans'],
  ['sentences', 'zh-Hant'],
] as const)('the batches of %s %s', (name, language) => {
  const task = sequenceTask(name, language);

  it('follow only from the seed and their number', () => {
    const { tokens, targets, counts } = task.batches(5, 10, 3);
    const later = task.batches(5, 12, 1);
    const size = later.tokens.data.length;
    expect(later.tokens.data).toEqual(tokens.data.slice(2 * size));
    expect(later.targets.data).toEqual(targets.data.slice(2 * size));
    expect(later.counts.data).toEqual(counts.data.slice(2 * size));
    expect(task.batches(6, 12, 1).tokens.data).not.toEqual(later.tokens.data);
    expect(tokens.shape).toEqual([3, 32, task.length]);
  });

  it('count positions that can be predicted from earlier ones', () => {
    const { tokens, targets, counts } = task.batches(1, 0, 4);
    counts.data.forEach((count, i) => {
      const start = i - (i % task.length);
      const before = [...tokens.data.slice(start, i + 1)];
      const next = targets.data[i] as number;
      // If the loss also counts the next position, the target must be the token at that position.
      if (count === 1 && i + 1 < start + task.length && counts.data[i + 1] === 1)
        expect(tokens.data[i + 1]).toBe(next);
      if (name === 'repetition' && count === 1) {
        const last = before.pop() as number;
        expect(before[before.indexOf(last) + 1] ?? last).toBe(next);
      }
    });
  });
});

it('a curve keeps each of the first 400 points, and then every second one', () => {
  const curve = extended(newCurve(50), Array(400).fill(1));
  expect(curve.points.length).toBe(400);
  expect(extended(curve, [1])).toMatchObject({ steps: 401, stride: 2 });
  expect(extended(curve, [1]).points.length).toBe(200);
});

it('a share of correct predictions stays known until the next one is computed', () => {
  const start = startOf(specsOf(stateWith({ task: 'pointing' }), 'en'));
  const losses = Float32Array.of(1);
  const saved = undefined as never;
  const judged = after(
    start,
    start.models.map(() => ({ losses, saved, right: 0.5 })),
  );
  const later = after(
    judged,
    start.models.map(() => ({ losses, saved, right: undefined })),
  );
  for (const model of judged.models) expect(model).toMatchObject({ right: 0.5, isJudged: true });
  for (const model of later.models) expect(model).toMatchObject({ right: 0.5, isJudged: false });
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

describe.each([
  ['pointing', 20_000],
  ['repetition', 200],
  ['sentences', 200],
] as const)('memory, %s', (task, steps) => {
  const ROUNDS = 20;
  /**
   * The largest accepted growth, in bytes. A leak of one copy of a sequence model per round would be ten times as much.
   */
  const MOST_KEPT = 300_000;

  it(`${steps} steps allocate no memory in the module and none permanently on the page`, async () => {
    const specs = specsOf(stateWith({ task }), 'en');
    const learner = newLearner(engine, specs[0] as (typeof specs)[number]);
    let progress = startOf(specs);
    const round = () => {
      const losses = learner.train(steps / ROUNDS);
      progress = after(progress, [{ losses, saved: learner.saved(), right: learner.right() }]);
    };
    round();
    const { byteLength } = memory.buffer;
    const kept = keptBytes();
    for (let i = 1; i < ROUNDS; i++) round();
    expect(progress.steps).toBe(steps);
    expect(memory.buffer.byteLength).toBe(byteLength);
    // Node frees unused buffers some time after the garbage collection, so the check is repeated.
    await vi.waitFor(() => expect(keptBytes() - kept).toBeLessThan(MOST_KEPT));
    learner.release();
  });
});
