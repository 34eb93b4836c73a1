// SPDX-License-Identifier: MIT
import type { Tensor } from '../../../../web/src/engine/index.ts';
import type { GoldenCase } from '../case.ts';
import { FILLS, masking, visibleBy } from '../options.ts';
import { input, type Runner, type RunnerTable, shaped } from '../values.ts';

/** The scores in a shape that the library accepts: a single row becomes a matrix. */
function scores(golden: GoldenCase, name: string): Tensor {
  const x = input(golden, name);
  return x.shape.length < 2 ? shaped([1, x.data.length], x) : x;
}

const maskedSoftmax =
  (name: string, fill: number): Runner =>
  (engine, golden, precision) => {
    const request = { precision, scores: scores(golden, name), ...masking(golden, fill) };
    return { y: shaped(input(golden, name).shape, engine.maskedSoftmax(request).weights) };
  };

/**
 * Document 001's code masks the scores in place, so its second call masks the result of the first.
 */
const maskSoftmaxTwiceInplace: Runner = (engine, golden, precision) => {
  const x = scores(golden, 'X');
  const after = (on: Tensor, lens: string) =>
    engine.maskedSoftmax({
      ...{ precision, scores: on, ...masking(golden, FILLS['001']) },
      ...visibleBy(golden, lens),
    });
  const first = after(x, 'lens1');
  return {
    y1: first.weights,
    X_after_first: first.logits,
    y2_seed_behaviour: after(first.logits, 'lens2').weights,
    y2_correct: after(x, 'lens2').weights,
  };
};

export const MASK: RunnerTable = {
  masked_softmax: maskedSoftmax('x', FILLS['000']),
  masked_softmax_lens: maskedSoftmax('X', FILLS['001']),
  mask_softmax_twice_inplace: maskSoftmaxTwiceInplace,
};
