// SPDX-License-Identifier: MIT
import { type Answer, type Caller, number } from './caller.ts';
import type { FloatArray, Out, Precision, Tensor } from './tensor.ts';

export interface SoftmaxInput<P extends Precision> {
  precision: P;
  /** (…, n) */
  logits: Tensor;
  /** The logits are divided by it; finite and > 0, 1 unless given. */
  temperature?: number;
  /** (…, n) where the weights go. */
  out?: Out<P>;
}

const STATISTICS = ['weights', 'entropy', 'largest', 'jacobian', 'jacobianNorms'] as const;

/**
 * What each row of weights looks like: weights (rows, n), entropy (rows, 1) in nats, largest
 * (rows, 1) the largest weight, jacobian (rows·n, n) with ∂p_j/∂x of row i in its row i·n + j, and
 * jacobianNorms (rows, 1).
 */
export type SoftmaxStatistics<P extends Precision> = Answer<P, (typeof STATISTICS)[number]>;

export interface CrossEntropyInput<P extends Precision> {
  precision: P;
  /** (rows, n) */
  logits: Tensor;
  /** (rows) or (rows, 1) class numbers from 0 */
  targets: Tensor;
}

/** Loss of predicting the rows' target classes. */
export interface CrossEntropy<P extends Precision> {
  /** (rows, 1) −ln p_target */
  losses: Tensor<FloatArray<P>>;
  /** Their mean. */
  loss: number;
  /** (rows, n) ∂loss/∂logits */
  logitsGradient: Tensor<FloatArray<P>>;
}

export const softmax = <P extends Precision>(
  caller: Caller,
  { precision, logits, temperature = 1, out }: SoftmaxInput<P>,
): Tensor<FloatArray<P>> =>
  caller.call(
    precision,
    'softmax',
    ['weights'],
    { logits },
    [temperature],
    out && { out, shape: logits.shape },
  ).weights;

export const naiveSoftmax = <P extends Precision>(
  caller: Caller,
  { precision, logits, out }: Omit<SoftmaxInput<P>, 'temperature'>,
): Tensor<FloatArray<P>> =>
  caller.call(
    precision,
    'naiveSoftmax',
    ['weights'],
    { logits },
    [],
    out && { out, shape: logits.shape },
  ).weights;

export const softmaxStatistics = <P extends Precision>(
  caller: Caller,
  { precision, logits, temperature = 1 }: Omit<SoftmaxInput<P>, 'out'>,
): SoftmaxStatistics<P> =>
  caller.call(precision, 'softmaxStatistics', STATISTICS, { logits }, [temperature]);

export function crossEntropy<P extends Precision>(
  caller: Caller,
  input: CrossEntropyInput<P>,
): CrossEntropy<P> {
  const { precision, logits, targets } = input;
  const { loss, ...rest } = caller.call(
    precision,
    'crossEntropy',
    ['losses', 'loss', 'logitsGradient'],
    { logits, targets },
  );
  return { ...rest, loss: number(loss) };
}
