// SPDX-License-Identifier: MIT
// Converts inputs and parameters of golden cases (tests/golden/SCHEMA.md) to options of the engine.
import { type MaskingOptions, OPTIMIZERS, type Tensor } from '../../../web/src/engine/index.ts';
import type { Given } from './values.ts';

/** The number that replaces masked scores in each source text (tests/cpp/support/document_fills.hpp). */
export const FILLS = { '004': -1e4, '001': -1e6, '000': -1e9, '002': -1e20 } as const;

const SCALES = ['none', 'sqrt_dk', 'sqrt_head', 'dk', 'sqrt_embed'] as const;

/**
 * Converts the parameter `scale` to a divisor of the scores. `scale` is the name of a divisor, or a number that
 * multiplies the scores. The default is the divisor √d_k.
 */
export function scale({ numbers, number, word }: Given) {
  if ('scale' in numbers)
    return { divisor: 'number', divisorNumber: 1 / number('scale', 1) } as const;
  const name = word('scale', SCALES, 'sqrt_dk');
  return { divisor: name === 'sqrt_head' ? 'sqrt_dk' : name } as const;
}

/** The input named `lens` as valid lengths, if the golden case has it. */
export const visibleBy = ({ inputs }: Given, lens: string): Pick<MaskingOptions, 'validLens'> =>
  inputs[lens] ? { validLens: inputs[lens] } : {};

/**
 * Converts the parameters `mode` and `fill`, and the inputs `mask` (which broadcasts as in PyTorch) and `valid_lens`,
 * if the golden case has them.
 * @param fill  used if the golden case has no fill: the fill of the source text from which the golden case is taken
 */
export function masking(given: Given, fill: number): MaskingOptions {
  const isAdded = given.word('mode', ['fill', 'add_tf'], 'fill') === 'add_tf';
  const options: MaskingOptions = {
    maskAxes: 'trailing',
    maskMethod: isAdded ? 'add' : 'fill',
    fill: given.number('fill', fill),
    ...visibleBy(given, 'valid_lens'),
  };
  const { mask } = given.inputs;
  if (mask === undefined) return options;
  if (isAdded) return { ...options, hideMask: mask };
  // PyTorch fills where mask == 0, so any other number keeps the key.
  return { ...options, keepMask: { ...mask, data: Array.from(mask.data, (x) => Number(x !== 0)) } };
}

/** Repeats axes and entries of `x` up to `shape`, as broadcasting in NumPy and PyTorch does. */
function broadcast(x: Tensor, shape: readonly number[]): Tensor {
  const size = shape.reduce((product, side) => product * side, 1);
  const data = Array.from({ length: size }, (_, index) => {
    let [rest, source, stride] = [index, 0, 1];
    for (let axis = 1; axis <= shape.length; axis++) {
      const side = x.shape.at(-axis) ?? 1;
      if (side !== 1) source += (rest % side) * stride;
      rest = Math.floor(rest / (shape.at(-axis) as number));
      stride *= side;
    }
    return x.data[source] as number;
  });
  return { shape, data };
}

/**
 * The parameter `dropout` and, if the golden case has it, the input `keep`, broadcast to weights of shape (…, m, n).
 */
export function dropout({ inputs: { keep }, number }: Given, weightsShape: readonly number[]) {
  const dropoutRate = number('dropout', 0);
  return keep ? { dropoutRate, dropoutKeep: broadcast(keep, weightsShape) } : { dropoutRate };
}

/** Converts the parameters `optimizer`, `lr`, `momentum`, `beta1` and `beta2` (or `betas`) and `eps`. */
export function optimizer({ numbers, number, word }: Given) {
  const betas = numbers.betas?.data ?? [];
  return {
    optimizer: word('optimizer', OPTIMIZERS, 'sgd'),
    learningRate: number('lr', 1e-3),
    momentum: number('momentum', 0),
    beta1: betas[0] ?? number('beta1', 0.9),
    beta2: betas[1] ?? number('beta2', 0.999),
    epsilon: number('eps', 1e-8),
  } as const;
}
