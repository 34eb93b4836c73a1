// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { Precision, TrainerInput } from '../../web/src/engine/index.ts';
import { signed } from './requests.ts';
import { column, openEngine, PRECISIONS, TWINS } from './support.ts';

const inputs = signed([2, 4, 3], 1);

/** One input of each task. */
const tasks = (precision: Precision): Record<string, TrainerInput<Precision>> => ({
  kernel: {
    ...{ precision, task: 'kernel', inputs: column(1, 2, 4, 7), targets: column(1, 3, 2, 0) },
    ...{ start: { w: { shape: [], data: [0.5] } }, optimizer: 'sgd', learningRate: 0.1 },
  },
  sdpa: {
    ...{ precision, task: 'sdpa', inputs, targets: signed([2, 4, 2], 2), causal: true },
    start: { W_q: signed([3, 2], 3), W_k: signed([3, 2], 4), W_v: signed([3, 2], 5) },
    ...{ optimizer: 'sgd', learningRate: 0.2, momentum: 0.9 },
  },
  additive: {
    ...{ precision, task: 'additive', queries: inputs, keys: inputs, values: inputs },
    ...{ targets: signed([2, 4, 3], 6), validLens: { shape: [2], data: [2, 4] } },
    start: { W_q: signed([5, 3], 7), W_k: signed([5, 3], 8), w_v: signed([5], 9) },
    ...{ optimizer: 'adam', learningRate: 0.05 },
  },
  'multi-head': {
    ...{ precision, task: 'multi-head', numHeads: 1, queries: inputs, keys: inputs },
    ...{ values: inputs, targets: signed([2, 4, 3], 10) },
    start: {
      ...{ W_q: signed([3, 3], 11), W_k: signed([3, 3], 12), W_v: signed([3, 3], 13) },
      ...{ W_o: signed([3, 3], 14), b_o: signed([3], 15) },
    },
    ...{ optimizer: 'adam', learningRate: 0.05 },
  },
});

describe.each(TWINS)('trainers, %s', async (twin) => {
  const { engine } = await openEngine(twin);

  describe.each(PRECISIONS)('%s', (precision) => {
    it.each(Object.entries(tasks(precision)))('%s: training lowers the loss', (_name, input) => {
      const trainer = engine.newTrainer(input);
      const losses = trainer.run(60);
      expect(losses).toHaveLength(60);
      expect(trainer.steps).toBe(60);
      expect(trainer.loss).toBeLessThan(0.95 * (losses[0] as number));
      trainer.release();
    });

    it.each(Object.entries(tasks(precision)))(
      '%s: one that is stopped and restored goes on bit for bit',
      (_name, input) => {
        const whole = engine.newTrainer(input);
        const losses = whole.run(7);
        const first = engine.newTrainer(input);
        first.run(3);
        const state = structuredClone(first.state());
        first.release();
        const second = engine.newTrainer(input);
        second.restore(state);
        expect(second.steps).toBe(3);
        expect(second.run(4)).toEqual(losses.slice(3));
        expect(second.parameters).toEqual(whole.parameters);
        for (const trainer of [whole, second]) trainer.release();
      },
    );

    it.each(Object.entries(tasks(precision)))(
      '%s: parameters come back under their names and in their shapes',
      (_name, input) => {
        const trainer = engine.newTrainer(input);
        const shapes = (list: Readonly<Record<string, { shape: readonly number[] } | undefined>>) =>
          Object.entries(list).map(([name, tensor]) => [name, tensor?.shape]);
        expect(shapes(trainer.parameters)).toEqual(shapes(input.start));
        trainer.release();
      },
    );
  });

  it('a state that does not fit is refused and changes nothing', () => {
    const input = tasks('float64').sdpa as TrainerInput<'float64'>;
    const trainer = engine.newTrainer(input);
    trainer.run(2);
    const { state, parameters } = { state: trainer.state(), parameters: trainer.parameters };
    expect(() => trainer.restore({ ...state, steps: -1 })).toThrow('steps: expected');
    expect(() => trainer.restore({ ...state, parameters: state.parameters.slice(1) })).toThrow();
    expect(trainer.parameters).toEqual(parameters);
    expect(trainer.steps).toBe(2);
    trainer.release();
  });

  it.each([
    [{ learningRate: 0 }, 'learningRate: expected'],
    [{ learningRate: Number.NaN }, 'learningRate: expected'],
    [{ momentum: 1 }, 'momentum: expected'],
    [{ optimizer: 'lion' as 'adam' }, 'optimizer: expected sgd, adam, got lion'],
  ])('%o is refused', (change, message) => {
    const input = tasks('float64').sdpa as TrainerInput<'float64'>;
    expect(() => engine.newTrainer({ ...input, ...change })).toThrow(message);
  });
});
