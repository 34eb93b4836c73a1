// SPDX-License-Identifier: MIT
import { type Caller, flags } from './caller.ts';
import { isGiven, numberOr, tensorOf, tensorSides } from './check.ts';
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
  const { precision, queries, keys, values, out } = input;
  const choices = [
    ...scaleChoices(caller, input),
    ...maskingChoices(caller, input),
    numberOr('tileQueries', input.tileQueries, 128),
    numberOr('tileKeys', input.tileKeys, 90),
  ];
  const { output, logSumExp, emptyRows } = caller.call(
    precision,
    'streamingAttention',
    ['output', 'logSumExp', 'emptyRows'],
    {
      queries: tensorOf('queries', queries),
      keys: tensorOf('keys', keys),
      values: tensorOf('values', values),
      ...maskTensors(input),
    },
    choices,
    isGiven(out)
      ? {
          out,
          shape: [
            ...tensorSides('queries', queries).slice(0, -1),
            tensorSides('values', values).at(-1) ?? 0,
          ],
        }
      : undefined,
  );
  return { output, logSumExp, emptyRows: flags(emptyRows) };
}
