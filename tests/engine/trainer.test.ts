// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { Precision, TrainerInput } from '../../web/src/engine/index.ts';
import { GROUPED_HEADS, signed } from './inputs.ts';
import { column, openEngine, PRECISIONS, TWINS } from './support.ts';

const inputs = signed([2, 4, 3], 1);

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
  pointing: {
    ...{ precision, task: 'pointing', targets: column(1, 2, 0) },
    start: { W_q: signed([3, 2], 16), W_k: signed([3, 2], 17) },
    ...{ optimizer: 'adam', learningRate: 0.05 },
  },
  'pointing, tied': {
    ...{ precision, task: 'pointing', targets: column(0, 1, 2), tied: true, scaled: false },
    ...{ start: { W_q: signed([3, 2], 16) }, optimizer: 'sgd', learningRate: 0.1 },
  },
});

describe.each(TWINS)('trainers, %s', async (twin) => {
  const { engine } = await openEngine(twin);

  describe.each(PRECISIONS)('%s', (precision) => {
    it.each(Object.entries(tasks(precision)))(
      '%s: lowers its loss, names its parameters, and continues bit for bit when restored',
      (_name, input) => {
        const whole = engine.newTrainer(input);
        const shapes = (list: Readonly<Record<string, { shape: readonly number[] } | undefined>>) =>
          Object.entries(list).map(([name, tensor]) => [name, tensor?.shape]);
        expect(shapes(whole.parameters)).toEqual(shapes(input.start));
        const losses = whole.run(60);
        expect([losses.length, whole.steps]).toEqual([60, 60]);
        expect(whole.loss).toBeLessThan(0.95 * (losses[0] as number));
        const first = engine.newTrainer(input);
        first.run(3);
        const state = structuredClone(first.state());
        first.release();
        const second = engine.newTrainer(input);
        second.restore(state);
        expect(second.steps).toBe(3);
        expect(second.run(57)).toEqual(losses.slice(3));
        expect(second.parameters).toEqual(whole.parameters);
        for (const trainer of [whole, second]) trainer.release();
      },
    );
  });

  it('training uses a copy of the bias of grouped heads', () => {
    const targets = signed([2, 3, 3], 1);
    const { W_q, b_q, W_k, W_v, W_o, b_o, ...input } = GROUPED_HEADS;
    const start = { W_q, b_q, W_k, W_v, W_o, b_o };
    const optimizer = { optimizer: 'sgd', learningRate: 0.1 } as const;
    const train = (then: () => void) => {
      const task = { precision: 'float64', task: 'multi-head', targets, start } as const;
      const trainer = engine.newTrainer({ ...task, ...input, ...optimizer });
      then();
      const losses = [...trainer.run(3)];
      trainer.release();
      return losses;
    };
    const losses = train(() => {});
    // The other call overwrites the memory that contained the trainer's arguments.
    const other = train(() =>
      engine.softmax({ precision: 'float64', logits: signed([100, 10], 1) }),
    );
    expect(other).toEqual(losses);
    expect(losses[2]).toBeLessThan(losses[0] as number);
  });
});
