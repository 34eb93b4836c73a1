// SPDX-License-Identifier: MIT

import { numberOf } from './arguments.ts';
import type { Caller } from './caller.ts';
import type { Floats, Precision } from './tensor.ts';

export interface PositionalEncodingInput<P extends Precision> {
  precision: P;
  /** Number of positions. Each is one row of the result. */
  positions: number;
  /** Number of components of a position's encoding. */
  width: number;
  /** Base of the wavelengths, finite and ≥ 1. Default: 10,000. */
  base?: number;
  /** The first position. Default: 0. `first + positions` is at most 2²⁰. */
  first?: number;
}

/**
 * Sinusoidal encoding of the positions p = first + r for the rows r. Entry 2i of a row is sin(p/base^(2i/width)), and
 * entry 2i + 1 is cos(p/base^(2i/width)).
 */
export function positionalEncoding<P extends Precision>(
  caller: Caller,
  input: PositionalEncodingInput<P>,
): Floats<P> {
  const [width, positions] = [
    numberOf('width', input.width),
    numberOf('positions', input.positions),
  ];
  const choices = [width, positions, ...caller.choices('positionalEncoding', input)];
  const { rows } = caller.call(input.precision, 'positionalEncoding', ['rows'], {}, choices);
  return { shape: [positions, width], data: rows.data };
}
