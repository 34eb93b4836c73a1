// SPDX-License-Identifier: MIT
// Makes the random draws for the experiments on claims.
import {
  type DotProductOptions,
  type DotProductResult,
  type Engine,
  runInSlices,
  type SaturationOptions,
  type SaturationResult,
} from '../../engine/index.ts';
import type { Run } from '../experiment.ts';

/** Options of the dot products to draw, and the number of pairs. */
export interface Wanted extends DotProductOptions {
  readonly pairs: number;
}

/** Makes all draws in `wanted`, one after the other. Returns undefined if `run` is aborted. */
export async function drawAll<Name extends string>(
  engine: Engine,
  wanted: Readonly<Record<Name, Wanted>>,
  { signal, onProgress }: Run,
): Promise<Readonly<Record<Name, DotProductResult>> | undefined> {
  const found = {} as Record<Name, DotProductResult>;
  const names = Object.keys(wanted) as Name[];
  const whole = names.reduce((sum, name) => sum + wanted[name].d * wanted[name].pairs, 0);
  let done = 0;
  for (const name of names) {
    const { pairs, ...options }: Wanted = wanted[name];
    const job = engine.newDotProductMoments(options);
    try {
      const tell = (count: number) => onProgress((done + count * options.d) / whole);
      if (!(await runInSlices(job, { total: pairs, signal, onProgress: tell }))) return undefined;
      found[name] = job.result();
    } finally {
      job.release();
    }
    done += pairs * options.d;
  }
  return found;
}

/** Draws rows of softmax. Returns undefined if `run` is aborted. */
export async function drawRows(
  engine: Engine,
  options: SaturationOptions,
  rows: number,
  { signal, onProgress }: Run,
): Promise<SaturationResult | undefined> {
  const job = engine.newSaturation(options);
  try {
    const tell = (count: number) => onProgress(count / rows);
    const isWhole = await runInSlices(job, { total: rows, signal, onProgress: tell });
    return isWhole ? job.result() : undefined;
  } finally {
    job.release();
  }
}
