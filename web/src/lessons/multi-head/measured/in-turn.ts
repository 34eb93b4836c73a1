// SPDX-License-Identifier: MIT
import { runInSlices } from '../../../engine/index.ts';
import type { Run } from '../../experiment.ts';

/** Calls each piece of work in its turn, in slices; whether all were called. */
export function inTurn(
  work: readonly (() => void)[],
  { signal, onProgress }: Run,
): Promise<boolean> {
  const job = {
    count: 0,
    advance(more: number) {
      for (let i = 0; i < more; i++) work[this.count++]?.();
    },
  };
  const total = work.length;
  return runInSlices(job, { total, signal, onProgress: (done) => onProgress(done / total) });
}
