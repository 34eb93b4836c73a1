// SPDX-License-Identifier: MIT

import { numberOf } from './arguments.ts';
import type { Caller } from './caller.ts';
import type { CausalAlignment } from './options.ts';
import type { Floats, Precision } from './tensor.ts';

export interface AlibiInput<P extends Precision> {
  precision: P;
  /** Number of heads h ≥ 1. Head a = 0 … h − 1 has the slope 2^(−8(a + 1)/h). */
  numHeads: number;
  /** Number of queries. */
  m: number;
  /** Number of keys. */
  n: number;
  /** Default: `top_left`. */
  alignment?: CausalAlignment;
}

/** The bias of ALiBi for scaled scores, of shape (h, m, n): −slope · |position of the query − position of the key|. */
export function alibiBias<P extends Precision>(caller: Caller, input: AlibiInput<P>): Floats<P> {
  const { precision } = input;
  const shape = [
    numberOf('numHeads', input.numHeads),
    numberOf('m', input.m),
    numberOf('n', input.n),
  ];
  const choices = [...shape, ...caller.choices('alibi', input)];
  const { bias } = caller.call(precision, 'alibiBias', ['bias'], {}, choices);
  return { shape, data: bias.data };
}
