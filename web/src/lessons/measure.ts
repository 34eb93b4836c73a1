// SPDX-License-Identifier: MIT
// What several lessons' experiments ask of the engine.
import { AttentionError, type Tensor } from '../engine/index.ts';

/** A matrix from its rows. */
export const matrix = (...rows: readonly (readonly number[])[]): Tensor => ({
  shape: [rows.length, rows[0]?.length ?? 0],
  data: rows.flat(),
});

/** 1 where the engine refuses a call, 0 where it runs. */
export function refusals(call: () => unknown): number {
  try {
    call();
    return 0;
  } catch (error) {
    if (error instanceof AttentionError) return 1;
    throw error;
  }
}
