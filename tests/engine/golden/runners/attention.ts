// SPDX-License-Identifier: MIT
import { CAUSAL_ALIGNMENTS, type Engine } from '../../../../web/src/engine/index.ts';
import type { Tensors } from '../case.ts';
import { dropout, FILLS, masking, scale } from '../options.ts';
import { defined, type Given, type Runners } from '../values.ts';

type Options = Omit<
  Parameters<Engine['attention']>[0],
  'precision' | 'queries' | 'keys' | 'values'
>;

/** Computes attention of q, k and v: its stages and, if the golden case has an input G, its gradients. */
function attend({ engine, precision, input, gradients }: Given, options: Options): Tensors {
  const tensors = { queries: input('q'), keys: input('k'), values: input('v') };
  const request = { precision, ...tensors, ...options };
  const { scaledScores: scores, weights, droppedWeights, output: out } = engine.attention(request);
  return {
    ...{ scores, weights, out, ...defined({ weights_after_dropout: droppedWeights }) },
    ...gradients(out, (outputGradient) => {
      const gradient = engine.attentionGradient({ ...request, outputGradient });
      const { queries: q, keys: k, values: v, W_q, W_k, w_v, scoreBias: bias } = gradient;
      return { q, k, v, W_q, W_k, w_v, bias };
    }),
  };
}

export const ATTENTION: Runners = {
  dot_attention(given) {
    const { input } = given;
    const weightsShape = [...input('q').shape.slice(0, -1), input('k').shape.at(-2) ?? 1];
    return attend(given, {
      ...scale(given),
      ...masking(given, FILLS['000']),
      ...dropout(given, weightsShape),
    });
  },

  dot_attention_lens: (given) => attend(given, masking(given, FILLS['001'])),

  additive_attention: (given) =>
    attend(given, {
      score: 'additive',
      W_q: given.matrix('W_q'),
      W_k: given.matrix('W_k'),
      ...defined({ w_v: given.row('w_v') }),
      ...masking(given, FILLS['001']),
    }),

  grouped_attention: (given) =>
    attend(given, {
      grouped: true,
      ...defined({ scoreBias: given.inputs.bias }),
      causal: given.number('causal', 0) === 1,
      alignment: given.word('align', CAUSAL_ALIGNMENTS, 'top_left'),
      emptyRow: 'nan',
    }),
};
