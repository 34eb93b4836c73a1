// SPDX-License-Identifier: MIT

import { isGiven, numberOr, tensorOf, tensorSides } from './arguments.ts';
import { type Answer, type Caller, number } from './caller.ts';
import type { Floats, Out, Precision, Tensor } from './tensor.ts';

export interface SoftmaxInput<P extends Precision> {
  precision: P;
  /** Rows of n logits, of shape (…, n), where … are any batch axes. */
  logits: Tensor;
  /** The number by which the logits are divided, finite and > 0. Default: 1. */
  temperature?: number;
  /** An array or tensor for the weights, of shape (…, n). */
  out?: Out<P>;
}

const STATISTICS = ['weights', 'entropy', 'largest', 'jacobian', 'jacobianNorms'] as const;

/**
 * `weights` has shape (rows, n); `entropy`, in nats, and `largest`, the largest weight of a row, have shape (rows, 1).
 * `jacobian` has shape (rows·n, n): its row i·n + j is the gradient of weight j of row i with respect to the logits of
 * row i. `jacobianNorms`, of shape (rows, 1), contains the Frobenius norm of each row's n × n Jacobian.
 */
export type SoftmaxStatistics<P extends Precision> = Answer<P, (typeof STATISTICS)[number]>;

export interface CrossEntropyInput<P extends Precision> {
  precision: P;
  /** One row of n logits for each prediction, of shape (rows, n). */
  logits: Tensor;
  /** The target class of each row, numbered from 0; shape (rows) or (rows, 1). */
  targets: Tensor;
}

/** The cross-entropy of each row, its mean, and the gradient of the mean. */
export interface CrossEntropy<P extends Precision> {
  /** −ln p_target for each row; shape (rows). */
  losses: Floats<P>;
  /** The mean of `losses`. */
  loss: number;
  /** ∂loss/∂logits, of shape (rows, n). */
  logitsGradient: Floats<P>;
}

/** `out` and the shape of the weights, which is the shape of the logits. Undefined if `out` was not given. */
const weightsTarget = <P extends Precision>(logits: Tensor, out: Out<P> | undefined) =>
  isGiven(out) ? { out, shape: tensorSides('logits', logits) } : undefined;

export const softmax = <P extends Precision>(
  caller: Caller,
  { precision, logits, temperature, out }: SoftmaxInput<P>,
): Floats<P> =>
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
): Floats<P> =>
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
