// SPDX-License-Identifier: MIT
// Tests the options scoreBias, grouped, alignment and numKvHeads of the calls that share them.
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { GRADIENT, GROUPED, GROUPED_HEADS, signed } from './inputs.ts';

const engine = await createEngine();
const precision = 'float64';

describe('grouped heads', () => {
  it('return a gradient of the bias, in its shape, only if there is a bias', () => {
    const gradient = engine.attentionGradient({ precision, ...GROUPED, ...GRADIENT });
    expect(gradient.scoreBias?.shape).toEqual([2, 1, 5]);
    expect(gradient.keys.shape).toEqual([1, 5, 4]);
    const { scoreBias, ...plain } = GROUPED;
    const without = engine.attentionGradient({ precision, ...plain, ...GRADIENT });
    expect(without).not.toHaveProperty('scoreBias');
  });

  it('train with a copy of the bias', () => {
    const targets = signed([2, 3, 3], 1);
    const { W_q, b_q, W_k, W_v, W_o, b_o, ...input } = GROUPED_HEADS;
    const start = { W_q, b_q, W_k, W_v, W_o, b_o };
    const optimizer = { optimizer: 'sgd', learningRate: 0.1 } as const;
    const train = (then: () => void) => {
      const task = { precision, task: 'multi-head', targets, start } as const;
      const trainer = engine.newTrainer({ ...task, ...input, ...optimizer });
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
