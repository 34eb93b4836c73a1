// SPDX-License-Identifier: MIT
import type { Tensor } from '../../../../web/src/engine/index.ts';
import type { GoldenCase, Tensors } from '../case.ts';
import {
  gradients,
  has,
  input,
  loss,
  number,
  type Runner,
  type RunnerTable,
  word,
} from '../values.ts';

/** The output, and with the input G also the loss and its gradients. */
const outputs = (
  golden: GoldenCase,
  out: Tensor,
  gradient: (outputGradient: Tensor) => Record<string, Tensor>,
): Tensors =>
  has(golden, 'G')
    ? { out, loss: loss(golden, out), ...gradients(golden, gradient(input(golden, 'G'))) }
    : { out };

const optional = (golden: GoldenCase, name: string) =>
  has(golden, name) ? { [name]: input(golden, name) } : {};

const layerNorm: Runner = (engine, golden, precision) => {
  const epsilon = number(golden, 'eps', 1e-5);
  const parameters = { ...optional(golden, 'gain'), ...optional(golden, 'bias') };
  const norm = { precision, x: input(golden, 'x'), ...parameters, epsilon };
  return outputs(golden, engine.layerNorm(norm), (outputGradient) =>
    engine.layerNormGradient({ ...norm, outputGradient }),
  );
};

const rmsNorm: Runner = (engine, golden, precision) => {
  const epsilon = number(golden, 'eps', 1e-5);
  const norm = { precision, x: input(golden, 'x'), ...optional(golden, 'gain'), epsilon };
  return outputs(golden, engine.rmsNorm(norm), (outputGradient) =>
    engine.rmsNormGradient({ ...norm, outputGradient }),
  );
};

// The engine refuses words that it does not know.
const gelu: Runner = (engine, golden, precision) => {
  const approximation = word(golden, 'approximate', 'none') as 'none' | 'tanh';
  const x = input(golden, 'x');
  return outputs(golden, engine.gelu({ precision, x, approximation }), (outputGradient) => ({
    x: engine.geluGradient({ precision, x, approximation, outputGradient }),
  }));
};

const rotary: Runner = (engine, golden, precision) => {
  const options = {
    precision,
    base: number(golden, 'base', 10_000),
    first: number(golden, 'first', 0),
    pairs: word(golden, 'pairs', 'adjacent') as 'adjacent' | 'halves',
  };
  const out = engine.rotary({ ...options, x: input(golden, 'x') });
  return outputs(golden, out, (outputGradient) => ({
    x: engine.rotaryGradient({ ...options, outputGradient }),
  }));
};

const alibi: Runner = (engine, golden, precision) => ({
  bias: engine.alibiBias({
    precision,
    numHeads: number(golden, 'heads', 0),
    m: number(golden, 'm', 0),
    n: number(golden, 'n', 0),
    alignment: word(golden, 'align', 'top_left') as 'top_left' | 'bottom_right',
  }),
});

export const PARTS: RunnerTable = { layer_norm: layerNorm, rms_norm: rmsNorm, gelu, rotary, alibi };
