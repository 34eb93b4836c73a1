// SPDX-License-Identifier: MIT
import {
  CAUSAL_ALIGNMENTS,
  GELU_APPROXIMATIONS,
  ROTARY_PAIRS,
} from '../../../../web/src/engine/index.ts';
import { defined, type Runners } from '../values.ts';

export const PARTS: Runners = {
  layer_norm({ engine, precision, inputs: { gain, bias }, input, number, gradients }) {
    const norm = { precision, x: input('x'), ...defined({ gain, bias }) };
    const options = { ...norm, epsilon: number('eps', 1e-5) };
    const out = engine.layerNorm(options);
    const backward = (outputGradient: typeof norm.x) =>
      engine.layerNormGradient({ ...options, outputGradient });
    return { out, ...gradients(out, backward) };
  },

  rms_norm({ engine, precision, inputs: { gain }, input, number, gradients }) {
    const norm = { precision, x: input('x'), ...defined({ gain }) };
    const options = { ...norm, epsilon: number('eps', 1e-5) };
    const out = engine.rmsNorm(options);
    const backward = (outputGradient: typeof norm.x) =>
      engine.rmsNormGradient({ ...options, outputGradient });
    return { out, ...gradients(out, backward) };
  },

  gelu({ engine, precision, input, word, gradients }) {
    const approximation = word('approximate', GELU_APPROXIMATIONS, 'none');
    const options = { precision, x: input('x'), approximation };
    const out = engine.gelu(options);
    const back = gradients(out, (outputGradient) => ({
      x: engine.geluGradient({ ...options, outputGradient }),
    }));
    return { out, ...back };
  },

  rotary({ engine, precision, input, number, word, gradients }) {
    const options = {
      precision,
      base: number('base', 10_000),
      first: number('first', 0),
      pairs: word('pairs', ROTARY_PAIRS, 'adjacent'),
    };
    const out = engine.rotary({ ...options, x: input('x') });
    const back = gradients(out, (outputGradient) => ({
      x: engine.rotaryGradient({ ...options, outputGradient }),
    }));
    return { out, ...back };
  },

  alibi: ({ engine, precision, number, word }) => ({
    bias: engine.alibiBias({
      precision,
      numHeads: number('heads', 0),
      m: number('m', 0),
      n: number('n', 0),
      alignment: word('align', CAUSAL_ALIGNMENTS, 'top_left'),
    }),
  }),
};
