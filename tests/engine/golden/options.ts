// SPDX-License-Identifier: MIT
// Converts inputs and parameters of golden cases (tests/golden/SCHEMA.md) to options of the engine.
import type { Divisor, MaskingOptions, Tensor } from '../../../web/src/engine/index.ts';
import { BadFile, type GoldenCase } from './case.ts';
import { has, input, number, word } from './values.ts';

/** The number with which each source text replaces masked scores (the fill), as in cpp/lab/document_fills.hpp. */
export const FILLS = { '004': -1e4, '001': -1e6, '000': -1e9, '002': -1e20 } as const;

const DIVISORS: Readonly<Record<string, Divisor>> = {
  none: 'none',
  sqrt_dk: 'sqrt_dk',
  sqrt_head: 'sqrt_dk',
  dk: 'dk',
  sqrt_embed: 'sqrt_embed',
};

/**
 * Converts the parameter `scale` to a divisor of the scores. `scale` is the name of a divisor, or a number that
 * multiplies the scores. The default is the divisor √d_k.
 */
export function scale(golden: GoldenCase): { divisor: Divisor; divisorNumber?: number } {
  if ('scale' in golden.numbers)
    return { divisor: 'number', divisorNumber: 1 / number(golden, 'scale', 1) };
  const name = word(golden, 'scale', 'sqrt_dk');
  const divisor = DIVISORS[name];
  if (divisor === undefined) throw new BadFile(`unknown scale ${name}`);
  return { divisor };
}

/** The input named `lens` as valid lengths, if the golden case has it. */
export const visibleBy = (golden: GoldenCase, lens: string): Pick<MaskingOptions, 'validLens'> =>
  has(golden, lens) ? { validLens: input(golden, lens) } : {};

/**
 * Converts the parameters `mode` and `fill`, and the inputs `mask` (which broadcasts as in PyTorch) and `valid_lens`,
 * if the golden case has them.
 * @param fill  used if the golden case has no fill: the fill of the source text from which the golden case is taken
 */
export function masking(golden: GoldenCase, fill: number): MaskingOptions {
  const mode = word(golden, 'mode', 'fill');
  if (mode !== 'fill' && mode !== 'add_tf') throw new BadFile(`unknown mode ${mode}`);
  const isAdded = mode === 'add_tf';
  const options: MaskingOptions = {
    maskAxes: 'trailing',
    maskMethod: isAdded ? 'add' : 'fill',
    fill: number(golden, 'fill', fill),
    ...visibleBy(golden, 'valid_lens'),
  };
  if (!has(golden, 'mask')) return options;
  const mask = input(golden, 'mask');
  if (isAdded) return { ...options, hideMask: mask };
  // PyTorch fills where mask == 0, so any other number keeps the key.
  return { ...options, keepMask: { ...mask, data: Array.from(mask.data, (x) => Number(x !== 0)) } };
}

/** Repeats axes and entries of `x` up to `shape`, as broadcasting in NumPy and PyTorch does. */
export function broadcast(x: Tensor, shape: readonly number[]): Tensor {
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
export function dropout(golden: GoldenCase, weightsShape: readonly number[]) {
  const dropoutRate = number(golden, 'dropout', 0);
  return has(golden, 'keep')
    ? { dropoutRate, dropoutKeep: broadcast(input(golden, 'keep'), weightsShape) }
    : { dropoutRate };
}

/**
 * Converts the parameters `optimizer`, `lr`, `momentum`, `beta1` and `beta2` (or `betas`) and
 * `eps`.
 */
export function optimizer(golden: GoldenCase) {
  const name = word(golden, 'optimizer', 'sgd');
  if (name !== 'sgd' && name !== 'adam') throw new BadFile(`unknown optimizer ${name}`);
  const betas = golden.numbers.betas?.data ?? [];
  return {
    optimizer: name,
    learningRate: number(golden, 'lr', 1e-3),
    momentum: number(golden, 'momentum', 0),
    beta1: betas[0] ?? number(golden, 'beta1', 0.9),
    beta2: betas[1] ?? number(golden, 'beta2', 0.999),
    epsilon: number(golden, 'eps', 1e-8),
  } as const;
}
