// SPDX-License-Identifier: MIT
// Checks the statements in the texts of the lesson "learning" about its figures, before and after a training.
import { afterAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../web/src/engine/index.ts';
import { compute, fields } from '../../web/src/lessons/learning/numbers.ts';
import { Learner } from '../../web/src/lessons/learning/training/learner.ts';
import { extended, newCurve } from '../../web/src/lessons/learning/training/progress.ts';
import {
  example,
  MODELS,
  type ModelName,
  ROUND,
  STEPS,
} from '../../web/src/lessons/learning/training/repetition.ts';
import worth from '../../web/src/lessons/learning/worth.json';
import { initialState } from '../../web/src/state/fields.ts';
import { openNative } from './native.ts';
import { openEngine } from './support.ts';

const { engine, close } = openNative();
afterAll(close);

// The models are trained with the native library, which is faster than the SIMD build and gives the same bits
// (learning-tasks.test.ts), and with the relaxed build, which most browsers load and which rounds differently.
const other = (await openEngine('relaxed')).engine;
const trainedBy = (own: Engine, name: ModelName) => {
  const learner = new Learner(own, MODELS[name]);
  const losses = learner.train(STEPS);
  const found = { losses, look: learner.look(example), right: learner.right() };
  learner.release();
  return found;
};
const names = Object.keys(MODELS) as ModelName[];
const native = Object.fromEntries(names.map((name) => [name, trainedBy(engine, name)])) as Record<
  ModelName,
  ReturnType<typeof trainedBy>
>;
const relaxed = { whole: trainedBy(other, 'whole'), layer: trainedBy(other, 'layer') };

it('another build stays within the tolerance of its losses that cpp/README.md states', () => {
  let [one, two] = [newCurve(50), newCurve(50)];
  for (let step = 0; step < STEPS; step += 50) {
    one = extended(one, native.whole.losses.slice(step, step + 50));
    two = extended(two, relaxed.whole.losses.slice(step, step + 50));
    expect(Math.abs(one.mean - two.mean)).toBeLessThan(0.005);
  }
});

describe.each([
  ['native', native],
  ['relaxed', relaxed],
] as const)(
  'the models that continue a list (%s)',
  (_, { whole: { look: whole }, layer: { look: layer } }) => {
    const rightOf = (next: readonly number[]) =>
      example.slice(ROUND).filter((_, i) => next[ROUND + i] === example[(i + 1) % ROUND]).length;

    it('say all letters with two layers, and not with one', () => {
      expect(rightOf(whole.next)).toBe(ROUND);
      expect(rightOf(layer.next)).toBeLessThan(ROUND - 2);
      expect(example).toEqual(expect.arrayContaining(layer.next.slice(ROUND)));
    });

    it('contain an induction head: layer 2 finds the letter that followed, layer 1 the one before', () => {
      const { place, target } = compute(initialState(fields), engine).copying;
      expect(example[place]).toBe(example[target - 1]);
      const most = (layerIndex: number, from: number, to: number) =>
        Math.max(...(whole.weights[layerIndex] ?? []).map((head) => head[from]?.[to] ?? 0));
      expect(most(1, place, target)).toBeGreaterThan(0.95);
      expect(most(0, target, target - 1)).toBeGreaterThan(0.5);
    });
  },
);

it.each(Object.entries(worth))('the bar says what a model is worth: %s', (name, share) => {
  expect(native[name as ModelName].right).toBeCloseTo(share, 4);
});

it('shows the known words of a typed sentence', async () => {
  const typed = { ...initialState(fields), words: ['the', '?'] };
  const own = compute(typed, engine, await engine.sentenceModel('en'));
  expect([own.sentence?.words, own.written]).toEqual([['the'], ['the', '?']]);
});
