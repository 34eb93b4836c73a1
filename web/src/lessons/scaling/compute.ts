// SPDX-License-Identifier: MIT
import type { DotProductResult, Engine, SaturationResult } from '../../engine/index.ts';
import { once } from '../once.ts';
import { deviationOf } from './deviation.ts';
import { DIVISORS, type Divisor, dotOptions, ROWS, rowOptions, type State } from './state.ts';

/** Statistics of q·k divided by one of the divisors. */
type Scaled = DotProductResult['scaled'][number];

/** The random draws of a state, with the exact values of their statistics. */
export interface Numbers {
  readonly dots: DotProductResult;
  /** Statistics of q·k divided by the chosen divisor. */
  readonly chosen: Scaled;
  /** The exact standard deviation of q·k divided by the chosen divisor. */
  readonly deviation: number;
  /** Rows of softmax. Drawn at the first call, because only a table shows them. */
  readonly rows: () => SaturationResult;
}

export const over = ({ scaled }: DotProductResult, divisor: Divisor): Scaled =>
  scaled[DIVISORS.indexOf(divisor)] as Scaled;

interface Job<Result> {
  advance(count: number): unknown;
  result(): Result;
  release(): void;
}

function drawn<Result>(job: Job<Result>, count: number): Result {
  try {
    job.advance(count);
    return job.result();
  } finally {
    job.release();
  }
}

/** @throws AttentionError */
export function compute(state: State, engine: Engine): Numbers {
  const dots = drawn(engine.newDotProductMoments(dotOptions(state)), state.pairs);
  const chosen = over(dots, state.divisor);
  return {
    dots,
    chosen,
    deviation: deviationOf(engine, chosen.expected.variance),
    rows: once(() => drawn(engine.newSaturation(rowOptions(state)), ROWS)),
  };
}
