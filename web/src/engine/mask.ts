// SPDX-License-Identifier: MIT
import { type Caller, flags } from './caller.ts';
import { tensorOf } from './check.ts';
import { type MaskingOptions, maskingChoices, maskTensors } from './options.ts';
import type { FloatArray, Precision, Tensor } from './tensor.ts';

export interface MaskedSoftmaxInput<P extends Precision> extends MaskingOptions {
  precision: P;
  /** (…, m, n) */
  scores: Tensor;
}

export interface MaskedSoftmax<P extends Precision> {
  /** (…, m, n) the scores after masking */
  logits: Tensor<FloatArray<P>>;
  /** (…, m, n) */
  weights: Tensor<FloatArray<P>>;
  /** (…·m): true where a query sees no key */
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
    maskingChoices(caller, input),
  );
  return { ...stages, emptyRows: flags(emptyRows) };
}
