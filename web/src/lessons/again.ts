// SPDX-License-Identifier: MIT
import { AttentionError } from '../engine/index.ts';

const isLoss = (error: unknown): boolean =>
  error instanceof AttentionError && error.kind === 'Internal';

/** Does work that fails if an engine instance is lost. In that case, repeats it once on the new instance. */
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
