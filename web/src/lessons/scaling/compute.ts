// SPDX-License-Identifier: MIT
import {
  type DotProductOptions,
  type DotProductResult,
  type Engine,
  runInSlices,
  type SaturationOptions,
  type SaturationResult,
} from '../../engine/index.ts';
import { inSlices, type Run } from '../experiment.ts';
import { deviationOf } from '../matrix.ts';
import { once, released } from '../once.ts';
import { DIVISORS, type Divisor, dotOptions, ROWS, rowOptions, type State } from './state.ts';

type Scaled = DotProductResult['scaled'][number];

export const over = ({ scaled }: DotProductResult, divisor: Divisor): Scaled =>
  scaled[DIVISORS.indexOf(divisor)] as Scaled;

/** The random draws of a state, with the exact values of their statistics. */
export function compute(state: State, engine: Engine) {
  const dots = released(engine.newDotProductMoments(dotOptions(state)), (job) => {
    job.advance(state.pairs);
    return job.result();
  });
  const chosen = over(dots, state.divisor);
  return {
    dots,
    chosen,
    /** The exact standard deviation of q·k divided by the chosen divisor. */
    deviation: deviationOf(engine, chosen.expected.variance),
    /** Rows of softmax. Drawn at the first call, because only a table shows them. */
    rows: once(() =>
      released(engine.newSaturation(rowOptions(state)), (job) => {
        job.advance(ROWS);
        return job.result();
      }),
    ),
  };
}

export type Numbers = ReturnType<typeof compute>;

export interface Wanted extends DotProductOptions {
  readonly pairs: number;
}

/** Makes all draws in `wanted`, one after the other. Returns undefined if `signal` is aborted. */
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
    const result = await released(engine.newDotProductMoments(options), async (job) => {
      const tell = (count: number) => onProgress((done + count * options.d) / whole);
      const isWhole = await runInSlices(job, { total: pairs, signal, onProgress: tell });
      return isWhole ? job.result() : undefined;
    });
    if (result === undefined) return undefined;
    found[name] = result;
    done += pairs * options.d;
  }
  return found;
}

/** Draws rows of softmax. Returns undefined if `run.signal` is aborted. */
export const drawRows = (
  engine: Engine,
  options: SaturationOptions,
  rows: number,
  run: Run,
): Promise<SaturationResult | undefined> =>
  released(engine.newSaturation(options), async (job) =>
    (await inSlices(job, rows, run)) ? job.result() : undefined,
  );
