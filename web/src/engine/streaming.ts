// SPDX-License-Identifier: MIT

import { isGiven, tensorOf, tensorSides } from './arguments.ts';
import type { AttentionOptions } from './attention.ts';
import { type Caller, flags } from './caller.ts';
import { dividedChoices, type MaskingOptions, maskTensors, type ScaleOptions } from './options.ts';
import type { Floats, Out, Precision, Tensor } from './tensor.ts';

export interface StreamingInput<P extends Precision>
  extends ScaleOptions,
    MaskingOptions,
    Pick<AttentionOptions, 'scoreBias' | 'grouped'> {
  precision: P;
  /** m queries with d components, of shape (…, m, d), where … are any batch axes. */
  queries: Tensor;
  /** n keys with d components, of shape (…, n, d). */
  keys: Tensor;
  /** n values with d_v components, of shape (…, n, d_v). */
  values: Tensor;
  /** Number of queries that are processed together (a tile). Default: 128. */
  tileQueries?: number;
  /** Number of keys that are processed together (a tile). Default: 90. */
  tileKeys?: number;
  /** An array or tensor for the output, of shape (…, m, d_v). */
  out?: Out<P>;
}

export interface StreamingAttention<P extends Precision> {
  /** One output vector for each query, of shape (…, m, d_v). */
  output: Floats<P>;
  /** ln Σ_j exp(logit_j) for each query; shape (…, m, 1). The weight of a key is exp(logit − logSumExp). */
  logSumExp: Floats<P>;
  /** One entry for each query: true if the mask hides all keys from it. */
  emptyRows: boolean[];
}

export function streamingAttention<P extends Precision>(
  caller: Caller,
  input: StreamingInput<P>,
): StreamingAttention<P> {
  const { precision, queries, keys, values, scoreBias, out } = input;
  const choices = dividedChoices(caller, 'streamingAttention', input);
  const { output, logSumExp, emptyRows } = caller.call(
    precision,
    'streamingAttention',
    ['output', 'logSumExp', 'emptyRows'],
    {
      queries: tensorOf('queries', queries),
      keys: tensorOf('keys', keys),
      values: tensorOf('values', values),
      scoreBias,
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
