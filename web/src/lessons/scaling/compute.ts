// SPDX-License-Identifier: MIT
import type { DotProductResult, Engine } from '../../engine/index.ts';
import { type Draws, Sampling } from './sampling.ts';
import { DIVISORS, type Divisor, type State } from './state.ts';

/** The results for q·k with one divisor. */
export type Scaled = DotProductResult['scaled'][number];

/** The standard normal density at evenly spaced points. Other normal curves are shifted and scaled copies. */
export interface NormalCurve {
  readonly places: readonly number[];
  readonly densities: readonly number[];
}

export interface Deviation {
  readonly measured: number;
  readonly expected: number;
}

/** The draws of a state, with the numbers to compare them with. */
export interface Drawing extends Draws {
  /** The results for q·k with the chosen divisor. */
  readonly chosen: Scaled;
  readonly deviation: Deviation;
  /** Standard deviation of q·k before division. */
  readonly rawDeviation: Deviation;
  readonly normal: NormalCurve;
}

export const over = ({ scaled }: DotProductResult, divisor: Divisor): Scaled =>
  scaled[DIVISORS.indexOf(divisor)] as Scaled;

/** The standard deviation. It is computed in C++ by drawing ±√variance. */
export function deviationOf(engine: Engine, variance: number): number {
  if (!(variance >= 0)) return Number.NaN;
  const draw = { precision: 'float64', shape: [1], seed: 0, distribution: 'signs' } as const;
  return Math.abs(engine.random({ ...draw, variance }).data[0] as number);
}

const REACH = 5;
const STEP = 1 / 16;
const curves = new WeakMap<Engine, NormalCurve>();

/**
 * The weights of a Gaussian kernel at evenly spaced points sum to 1. Divided by the step, they approximate the density.
 */
function normalCurve(engine: Engine): NormalCurve {
  const known = curves.get(engine);
  if (known !== undefined) return known;
  const places = Array.from({ length: (2 * REACH) / STEP + 1 }, (_, i) => i * STEP - REACH);
  const column = (data: readonly number[]) => ({ shape: [data.length, 1], data });
  const { weights } = engine.kernelRegression({
    precision: 'float64',
    queries: column([0]),
    keys: column(places),
    values: column(places),
    kernel: 'gaussian',
    sigma: 1,
  });
  const curve = { places, densities: Array.from(weights.data, (weight) => weight / STEP) };
  curves.set(engine, curve);
  return curve;
}

/** The numbers of a figure, from its draws. */
export function numbersOf(state: State, engine: Engine, draws: Draws): Drawing {
  const chosen = over(draws.dots, state.divisor);
  const deviation = ({ measured, expected }: Scaled): Deviation => ({
    measured: deviationOf(engine, measured.variance),
    expected: deviationOf(engine, expected.variance),
  });
  return {
    ...draws,
    chosen,
    deviation: deviation(chosen),
    rawDeviation: deviation(over(draws.dots, 'none')),
    normal: normalCurve(engine),
  };
}

/**
 * Computes a first estimate, fast enough for a drag.
 * @throws AttentionError
 */
export function compute(state: State, engine: Engine): Drawing {
  const sampling = new Sampling(state, engine);
  try {
    return numbersOf(state, engine, sampling.draws);
  } finally {
    sampling.release();
  }
}
