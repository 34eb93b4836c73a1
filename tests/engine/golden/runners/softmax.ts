// SPDX-License-Identifier: MIT
import { type Runners, scalar, shaped } from '../values.ts';

export const SOFTMAX: Runners = {
  softmax: ({ engine, precision, input }) => ({
    y: engine.softmax({ precision, logits: input('x') }),
  }),

  softmax_stats({ engine, precision, input, matrix }) {
    const { shape } = input('x');
    const rows = shape.slice(0, -1);
    const n = shape.at(-1) ?? 1;
    const statistics = engine.softmaxStatistics({ precision, logits: matrix('x') });
    return {
      y: shaped(shape, statistics.weights),
      entropy: shaped(rows, statistics.entropy),
      max: shaped(rows, statistics.largest),
      jacobian: shaped([...rows, n, n], statistics.jacobian),
      jacobian_fro: shaped(rows, statistics.jacobianNorms),
    };
  },

  softmax_xent({ engine, precision, input, matrix, gradients }) {
    const targets = input('target');
    const result = engine.crossEntropy({ precision, logits: matrix('x'), targets });
    const out = scalar(result.loss);
    const { shape, data } = result.logitsGradient;
    return {
      ...{ loss_rows: shaped(targets.shape, result.losses), out },
      ...gradients(out, (G) => ({
        x: { shape, data: Array.from(data, (entry) => entry * (G.data[0] as number)) },
      })),
    };
  },
};
