// SPDX-License-Identifier: MIT
import { type Caller, flags } from './caller.ts';
import {
  type MaskingOptions,
  maskingChoices,
  maskTensors,
  type ScaleOptions,
  scaleChoices,
} from './options.ts';
import type { FloatArray, Out, Precision, Tensor } from './tensor.ts';

export interface StreamingInput<P extends Precision> extends ScaleOptions, MaskingOptions {
  precision: P;
  /** (…, m, d) */
  queries: Tensor;
  /** (…, n, d) */
  keys: Tensor;
  /** (…, n, d_v) */
  values: Tensor;
  /** Queries worked on together, 128 unless given. */
  tileQueries?: number;
  /** Keys met at a time, 90 unless given. */
  tileKeys?: number;
  /** (…, m, d_v) where the output goes. */
  out?: Out<P>;
}

export interface StreamingAttention<P extends Precision> {
  /** (…, m, d_v) */
  output: Tensor<FloatArray<P>>;
  /** (…, m, 1): a weight is exp(logit − logSumExp) */
  logSumExp: Tensor<FloatArray<P>>;
  /** (…·m): true where a query sees no key */
  emptyRows: boolean[];
}

export function streamingAttention<P extends Precision>(
  caller: Caller,
  input: StreamingInput<P>,
): StreamingAttention<P> {
  const { precision, queries, keys, values, tileQueries = 128, tileKeys = 90, out } = input;
  const choices = [
    ...scaleChoices(caller, input),
    ...maskingChoices(caller, input),
    tileQueries,
    tileKeys,
  ];
  const { output, logSumExp, emptyRows } = caller.call(
    precision,
    'streamingAttention',
    ['output', 'logSumExp', 'emptyRows'],
    { queries, keys, values, ...maskTensors(input) },
    choices,
    out && { out, shape: [...queries.shape.slice(0, -1), values.shape.at(-1) ?? 0] },
  );
  return { output, logSumExp, emptyRows: flags(emptyRows) };
}
