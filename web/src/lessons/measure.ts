// SPDX-License-Identifier: MIT
// Helpers for the experiments of several lessons.
import { AttentionError, type Tensor } from '../engine/index.ts';

/** Builds a matrix from rows. */
export const matrix = (...rows: readonly (readonly number[])[]): Tensor => ({
  shape: [rows.length, rows[0]?.length ?? 0],
  data: rows.flat(),
});

/** Returns 1 if the engine refuses the call, otherwise 0. */
export function refusals(call: () => unknown): number {
  try {
    call();
    return 0;
  } catch (error) {
    if (error instanceof AttentionError) return 1;
    throw error;
  }
}
