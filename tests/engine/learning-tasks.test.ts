// SPDX-License-Identifier: MIT
// What the lesson's models learn of their tasks, from three seeds each. The figures are printed.
import { describe, expect, it } from 'vitest';
import { DEFAULT_STEPS, type State } from '../../web/src/lessons/learning/state.ts';
import { sequenceTask, TIED_BOUNDS } from '../../web/src/lessons/learning/tasks.ts';
import { extended, newCurve } from '../../web/src/lessons/learning/training/curve.ts';
import { newLearner } from '../../web/src/lessons/learning/training/learner.ts';
import { specsOf } from '../../web/src/lessons/learning/training/specs.ts';
import { stateWith } from './learning.ts';
import { openEngine } from './support.ts';

const { engine, memory } = await openEngine('simd');
const SEEDS = [1, 2, 3];

/** The figures of a training as long as "Train" makes it. */
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
    expect(separate.loss).toBeLessThan(0.001);
    expect(separate.right).toBe(1);
    const tied = trained({ ...pointing, tied: 'tied' });
    // What float32 may round below the bound, and what a thousand steps leave above it.
    expect(tied.loss).toBeGreaterThan(TIED_BOUNDS[permutation] - 1e-4);
    expect(tied.loss).toBeLessThan(TIED_BOUNDS[permutation] + 0.001);
  });

  it('repetition: two layers learn it, one does not', () => {
    const two = trained({ task: 'repetition', seed });
    expect(two.loss).toBeLessThan(0.05);
    expect(two.right).toBeGreaterThan(0.98);
    const one = trained({ task: 'repetition', seed, layers: '1' });
    expect(one.loss).toBeGreaterThan(0.8);
    expect(one.right).toBeLessThan(0.7);
  });

  it.each(['en', 'zh-Hans', 'zh-Hant'])('sentences, %s', (language) => {
    const { loss, right } = trained({ task: 'sentences', seed }, language);
    const { floor } = sequenceTask('sentences', language);
    expect(loss).toBeLessThan(floor + 0.06);
    expect(right).toBeGreaterThan(0.95);
  });
});

describe.each([
  ['repetition', ''],
  ['sentences', 'en'],
  ['sentences', 'zh-Hans'],
  ['sentences', 'zh-Hant'],
] as const)('the batches of %s %s', (name, language) => {
  const task = sequenceTask(name, language);

  it('follow from the seed and their number alone', () => {
    const { tokens, targets, counts } = task.batches(5, 10, 3);
    const later = task.batches(5, 12, 1);
    const size = later.tokens.data.length;
    expect(later.tokens.data).toEqual(tokens.data.slice(2 * size));
    expect(later.targets.data).toEqual(targets.data.slice(2 * size));
    expect(later.counts.data).toEqual(counts.data.slice(2 * size));
    expect(task.batches(6, 12, 1).tokens.data).not.toEqual(later.tokens.data);
    expect(tokens.shape).toEqual([3, 32, task.length]);
  });

  it('count what can be told from what came before', () => {
    const { tokens, targets, counts } = task.batches(1, 0, 4);
    counts.data.forEach((count, i) => {
      const start = i - (i % task.length);
      const before = [...tokens.data.slice(start, i + 1)];
      const next = targets.data[i] as number;
      // The next token is the one at the following position, wherever there is one that counts.
      if (count === 1 && i + 1 < start + task.length && counts.data[i + 1] === 1)
        expect(tokens.data[i + 1]).toBe(next);
      if (name === 'repetition' && count === 1) {
        const last = before.pop() as number;
        expect(before[before.indexOf(last) + 1] ?? last).toBe(next);
      }
    });
  });
});

it('a curve keeps at most 400 points, the first and the last part of it alike', () => {
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

it('the module takes no memory for more steps', () => {
  const [spec] = specsOf(stateWith({ task: 'sentences' }), 'en');
  if (spec === undefined) throw new Error('a state has a model');
  const learner = newLearner(engine, spec);
  const round = () => {
    learner.train(20);
    learner.saved();
    learner.right();
  };
  round();
  const { byteLength } = memory.buffer;
  for (let i = 0; i < 30; i++) round();
  expect(memory.buffer.byteLength).toBe(byteLength);
  learner.release();
});
