// SPDX-License-Identifier: MIT
import { AttentionError } from '../engine/index.ts';

const isLoss = (error: unknown): boolean =>
  error instanceof AttentionError && error.kind === 'Internal';

/**
 * Runs `work`, which calls the engine. If the engine loses its WebAssembly instance during the call (after a trap or an
 * abort), runs `work` once more with the new instance.
 */
export function again<Result>(work: () => Result): Result {
  const repeat = (error: unknown): Result => {
    if (isLoss(error)) return work();
    throw error;
  };
  try {
    const result = work();
    return result instanceof Promise ? (result.catch(repeat) as Result) : result;
  } catch (error) {
    return repeat(error);
  }
}
