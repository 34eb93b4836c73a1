// SPDX-License-Identifier: MIT
import type { DotProductResult, Engine } from '../../engine/index.ts';
import { column } from '../matrix.ts';
import { deviationOf } from './deviation.ts';
import { type Draws, Sampling } from './sampling.ts';
import { DIVISORS, type Divisor, type State } from './state.ts';

/** Statistics of q·k divided by one of the divisors. */
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

/** The random draws of a state, with the exact values of their statistics. */
export interface Drawing extends Draws {
  /** Statistics of q·k divided by the chosen divisor. */
  readonly chosen: Scaled;
  readonly deviation: Deviation;
  /** Standard deviation of q·k before the division. */
  readonly rawDeviation: Deviation;
  readonly normal: NormalCurve;
}

export const over = ({ scaled }: DotProductResult, divisor: Divisor): Scaled =>
  scaled[DIVISORS.indexOf(divisor)] as Scaled;

const REACH = 5;
const STEP = 1 / 16;
const curves = new WeakMap<Engine, NormalCurve>();

/**
 * Computes the standard normal density from a Gaussian kernel. The kernel's weights at evenly spaced points sum to 1,
 * so divided by the distance of the points they approximate the density.
 */
function normalCurve(engine: Engine): NormalCurve {
  const known = curves.get(engine);
  if (known !== undefined) return known;
  const places = Array.from({ length: (2 * REACH) / STEP + 1 }, (_, i) => i * STEP - REACH);
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

/** All numbers of a figure, computed from the random draws. */
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
 * Computes a first estimate of the numbers from few draws, which is fast enough for a drag.
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
