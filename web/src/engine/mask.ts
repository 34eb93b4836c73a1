// SPDX-License-Identifier: MIT

import { tensorOf } from './arguments.ts';
import { type Caller, flags } from './caller.ts';
import { type MaskingOptions, maskTensors } from './options.ts';
import type { Floats, Precision, Tensor } from './tensor.ts';

export interface MaskedSoftmaxInput<P extends Precision> extends MaskingOptions {
  precision: P;
  /** One score for each of m queries and n keys, of shape (…, m, n), where … are any batch axes. */
  scores: Tensor;
}

export interface MaskedSoftmax<P extends Precision> {
  /** The scores after masking, of shape (…, m, n). */
  logits: Floats<P>;
  /** One weight for each query and key, of shape (…, m, n). */
  weights: Floats<P>;
  /** One entry for each query: true if the mask hides all keys from it. */
  emptyRows: boolean[];
}

export function maskedSoftmax<P extends Precision>(
  caller: Caller,
  input: MaskedSoftmaxInput<P>,
): MaskedSoftmax<P> {
  const { emptyRows, ...stages } = caller.call(
    input.precision,
    'maskedSoftmax',
    ['logits', 'weights', 'emptyRows'],
    { scores: tensorOf('scores', input.scores), ...maskTensors(input) },
    caller.choices('mask', input),
  );
  return { ...stages, emptyRows: flags(emptyRows) };
}
