// SPDX-License-Identifier: MIT
// Tests the options scoreBias, grouped, alignment and numKvHeads of the calls that share them.
import { describe, expect, it } from 'vitest';
import { createEngine, type Tensor } from '../../web/src/engine/index.ts';
import { GRADIENT, GROUPED, GROUPED_HEADS, signed } from './inputs.ts';

const engine = await createEngine();
const precision = 'float64';

const expectClose = (got: Tensor, expected: Tensor) => {
  expect(got.shape).toEqual(expected.shape);
  for (let i = 0; i < expected.data.length; i++)
    expect(got.data[i]).toBeCloseTo(expected.data[i] as number, 12);
};

describe('grouped heads', () => {
  it('return a gradient of the bias, in its shape, only if there is a bias', () => {
    const gradient = engine.attentionGradient({ precision, ...GROUPED, ...GRADIENT });
    expect(gradient.scoreBias?.shape).toEqual([2, 1, 5]);
    expect(gradient.keys.shape).toEqual([1, 5, 4]);
    const { scoreBias, ...plain } = GROUPED;
    const without = engine.attentionGradient({ precision, ...plain, ...GRADIENT });
    expect(without).not.toHaveProperty('scoreBias');
  });

  it('are the heads of multi-head attention with numKvHeads', () => {
    const input = { precision, ...GROUPED_HEADS } as const;
    const stages = engine.multiHead(input);
    expect(stages.headKeys.shape).toEqual([2, 1, 5, 2]);
    const { headQueries: queries, headKeys: keys, headValues: values, heads } = stages;
    const { scoreBias, validLens } = GROUPED_HEADS;
    const options = { precision, grouped: true, scoreBias, validLens } as const;
    expectClose(heads.output, engine.attention({ queries, keys, values, ...options }).output);
    expectClose(engine.multiHeadOutput(input), stages.output);
    const gradient = engine.multiHeadGradient({ ...input, outputGradient: signed([2, 3, 3], 1) });
    expect(gradient.scoreBias?.shape).toEqual(scoreBias.shape);
    expect(gradient.W_k?.shape).toEqual([2, 4]);
  });

  it('train with a copy of the bias', () => {
    const targets = signed([2, 3, 3], 1);
    const { W_q, b_q, W_k, W_v, W_o, b_o, ...input } = GROUPED_HEADS;
    const start = { W_q, b_q, W_k, W_v, W_o, b_o };
    const optimizer = { optimizer: 'sgd', learningRate: 0.1 } as const;
    const train = (then: () => void) => {
      const task = {
        precision,
        task: 'multi-head',
        ...input,
        targets,
        start,
        ...optimizer,
      } as const;
      const trainer = engine.newTrainer(task);
      then();
      const losses = [...trainer.run(3)];
      trainer.release();
      return losses;
    };
    const losses = train(() => {});
    // Another call overwrites the memory in which the trainer's arguments were.
    const other = train(() => engine.softmax({ precision, logits: signed([100, 10], 1) }));
    expect(other).toEqual(losses);
    expect(losses[2]).toBeLessThan(losses[0] as number);
  });
});
