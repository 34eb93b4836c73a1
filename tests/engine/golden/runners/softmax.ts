// SPDX-License-Identifier: MIT
import {
  gradients,
  has,
  input,
  loss,
  matrix,
  type Runner,
  type RunnerTable,
  scalar,
  shaped,
} from '../values.ts';

const softmax: Runner = (engine, golden, precision) => ({
  y: engine.softmax({ precision, logits: input(golden, 'x') }),
});

const softmaxStats: Runner = (engine, golden, precision) => {
  const { shape } = input(golden, 'x');
  const rows = shape.slice(0, -1);
  const n = shape.at(-1) ?? 1;
  const statistics = engine.softmaxStatistics({ precision, logits: matrix(golden, 'x') });
  return {
    y: shaped(shape, statistics.weights),
    entropy: shaped(rows, statistics.entropy),
    max: shaped(rows, statistics.largest),
    jacobian: shaped([...rows, n, n], statistics.jacobian),
    jacobian_fro: shaped(rows, statistics.jacobianNorms),
  };
};

const softmaxXent: Runner = (engine, golden, precision) => {
  const targets = input(golden, 'target');
  const result = engine.crossEntropy({ precision, logits: matrix(golden, 'x'), targets });
  const out = scalar(result.loss);
  const outputs = { loss_rows: shaped(targets.shape, result.losses), out };
  if (!has(golden, 'G')) return outputs;
  const g = input(golden, 'G').data[0] as number;
  const { shape, data } = result.logitsGradient;
  const x = { shape, data: Array.from(data, (entry) => entry * g) };
  return { ...outputs, loss: loss(golden, out), ...gradients(golden, { x }) };
};

export const SOFTMAX: RunnerTable = {
  softmax,
  softmax_stats: softmaxStats,
  softmax_xent: softmaxXent,
};
