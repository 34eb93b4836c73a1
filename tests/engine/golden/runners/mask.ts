// SPDX-License-Identifier: MIT
import type { Tensor } from '../../../../web/src/engine/index.ts';
import type { Tensors } from '../case.ts';
import { FILLS, masking, visibleBy } from '../options.ts';
import { type Given, type Runners, shaped } from '../values.ts';

/** The scores in a shape that the library accepts: a single row becomes a matrix. */
function scores({ input }: Given, name: string): Tensor {
  const x = input(name);
  return x.shape.length < 2 ? shaped([1, x.data.length], x) : x;
}

function maskedSoftmax(given: Given, name: string, fill: number): Tensors {
  const { engine, precision, input } = given;
  const request = { precision, scores: scores(given, name), ...masking(given, fill) };
  return { y: shaped(input(name).shape, engine.maskedSoftmax(request).weights) };
}

export const MASK: Runners = {
  masked_softmax: (given) => maskedSoftmax(given, 'x', FILLS['000']),
  masked_softmax_lens: (given) => maskedSoftmax(given, 'X', FILLS['001']),

  /** The code of source text 001 masks the scores in place, so its second call masks the result of the first. */
  mask_softmax_twice_inplace(given) {
    const { engine, precision } = given;
    const x = scores(given, 'X');
    const after = (on: Tensor, lens: string) =>
      engine.maskedSoftmax({
        ...{ precision, scores: on, ...masking(given, FILLS['001']) },
        ...visibleBy(given, lens),
      });
    const first = after(x, 'lens1');
    return {
      y1: first.weights,
      X_after_first: first.logits,
      y2_seed_behaviour: after(first.logits, 'lens2').weights,
      y2_correct: after(x, 'lens2').weights,
    };
  },
};
