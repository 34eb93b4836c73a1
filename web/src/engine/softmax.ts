// SPDX-License-Identifier: MIT
import { type Answer, type Caller, number } from './caller.ts';
import { isGiven, numberOr, tensorOf, tensorSides } from './check.ts';
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

/** The target of weights, shaped like the logits. */
const weightsTarget = <P extends Precision>(logits: Tensor, out: Out<P> | undefined) =>
  isGiven(out) ? { out, shape: tensorSides('logits', logits) } : undefined;

export const softmax = <P extends Precision>(
  caller: Caller,
  { precision, logits, temperature, out }: SoftmaxInput<P>,
): Tensor<FloatArray<P>> =>
  caller.call(
    precision,
    'softmax',
    ['weights'],
    { logits: tensorOf('logits', logits) },
    [numberOr('temperature', temperature, 1)],
    weightsTarget(logits, out),
  ).weights;

export const naiveSoftmax = <P extends Precision>(
  caller: Caller,
  { precision, logits, out }: Omit<SoftmaxInput<P>, 'temperature'>,
): Tensor<FloatArray<P>> =>
  caller.call(
    precision,
    'naiveSoftmax',
    ['weights'],
    { logits: tensorOf('logits', logits) },
    [],
    weightsTarget(logits, out),
  ).weights;

export const softmaxStatistics = <P extends Precision>(
  caller: Caller,
  { precision, logits, temperature }: Omit<SoftmaxInput<P>, 'out'>,
): SoftmaxStatistics<P> =>
  caller.call(precision, 'softmaxStatistics', STATISTICS, { logits: tensorOf('logits', logits) }, [
    numberOr('temperature', temperature, 1),
  ]);

export function crossEntropy<P extends Precision>(
  caller: Caller,
  input: CrossEntropyInput<P>,
): CrossEntropy<P> {
  const { precision, logits, targets } = input;
  const { loss, ...rest } = caller.call(
    precision,
    'crossEntropy',
    ['losses', 'loss', 'logitsGradient'],
    { logits: tensorOf('logits', logits), targets: tensorOf('targets', targets) },
  );
  return { ...rest, loss: number(loss) };
}
