// SPDX-License-Identifier: MIT
import type { Engine, Precision } from '../../../../web/src/engine/index.ts';
import { BadFile, type GoldenCase, type Tensors } from '../case.ts';
import { dropout, FILLS, masking, scale } from '../options.ts';
import {
  given,
  gradients,
  has,
  input,
  loss,
  matrix,
  number,
  type Runner,
  type RunnerTable,
  row,
  word,
} from '../values.ts';

type Options = Omit<
  Parameters<Engine['attention']>[0],
  'precision' | 'queries' | 'keys' | 'values'
>;

/** Computes attention of q, k and v: its stages and, if the golden case has an input G, its gradients. */
function attend(
  engine: Engine,
  golden: GoldenCase,
  precision: Precision,
  options: Options,
): Tensors {
  const tensors = {
    queries: input(golden, 'q'),
    keys: input(golden, 'k'),
    values: input(golden, 'v'),
  };
  const request = { precision, ...tensors, ...options };
  const { scaledScores: scores, weights, droppedWeights, output: out } = engine.attention(request);
  const outputs = { scores, weights, out, ...given({ weights_after_dropout: droppedWeights }) };
  if (!has(golden, 'G')) return outputs;

  const outputGradient = input(golden, 'G');
  const gradient = engine.attentionGradient({ ...request, outputGradient });
  const { queries: q, keys: k, values: v, W_q, W_k, w_v, scoreBias: bias } = gradient;
  const loss_ = loss(golden, out);
  return { ...outputs, loss: loss_, ...gradients(golden, { q, k, v, W_q, W_k, w_v, bias }) };
}

const dotAttention: Runner = (engine, golden, precision) => {
  const weightsShape = [
    ...input(golden, 'q').shape.slice(0, -1),
    input(golden, 'k').shape.at(-2) ?? 1,
  ];
  return attend(engine, golden, precision, {
    ...scale(golden),
    ...masking(golden, FILLS['000']),
    ...dropout(golden, weightsShape),
  });
};

const dotAttentionLens: Runner = (engine, golden, precision) =>
  attend(engine, golden, precision, masking(golden, FILLS['001']));

const additiveAttention: Runner = (engine, golden, precision) =>
  attend(engine, golden, precision, {
    score: 'additive',
    W_q: matrix(golden, 'W_q'),
    W_k: matrix(golden, 'W_k'),
    ...given({ w_v: row(golden, 'w_v') }),
    ...masking(golden, FILLS['001']),
  });

const groupedAttention: Runner = (engine, golden, precision) => {
  const alignment = word(golden, 'align', 'top_left');
  if (alignment !== 'top_left' && alignment !== 'bottom_right')
    throw new BadFile(`unknown align ${alignment}`);
  return attend(engine, golden, precision, {
    grouped: true,
    ...given({ scoreBias: golden.inputs.bias }),
    causal: number(golden, 'causal', 0) === 1,
    alignment,
    emptyRow: 'nan',
  });
};

export const ATTENTION: RunnerTable = {
  dot_attention: dotAttention,
  dot_attention_lens: dotAttentionLens,
  additive_attention: additiveAttention,
  grouped_attention: groupedAttention,
};
