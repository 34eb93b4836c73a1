// SPDX-License-Identifier: MIT
import type { DotProductResult, Engine } from '../../engine/index.ts';
import { type Draws, Sampling } from './sampling.ts';
import { DIVISORS, type Divisor, type State } from './state.ts';

/** What is known of q·k over one divisor. */
export type Scaled = DotProductResult['scaled'][number];

/** The standard normal at even places; every other normal is this one moved and stretched. */
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
  /** Of q·k over the divisor that is chosen. */
  readonly chosen: Scaled;
  readonly deviation: Deviation;
  /** Standard deviation of q·k before division. */
  readonly rawDeviation: Deviation;
  readonly normal: NormalCurve;
}

export const over = ({ scaled }: DotProductResult, divisor: Divisor): Scaled =>
  scaled[DIVISORS.indexOf(divisor)] as Scaled;

/** √variance, as C++ takes it for a draw of ±√variance. */
export function deviationOf(engine: Engine, variance: number): number {
  if (!(variance >= 0)) return Number.NaN;
  const draw = { precision: 'float64', shape: [1], seed: 0, distribution: 'signs' } as const;
  return Math.abs(engine.random({ ...draw, variance }).data[0] as number);
}

const REACH = 5;
const STEP = 1 / 16;
const curves = new WeakMap<Engine, NormalCurve>();

/** Weights of a Gaussian kernel over even places, which sum to 1: over the step they are its density. */
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

/** The first estimate, as a drag shows it. @throws AttentionError */
export function compute(state: State, engine: Engine): Drawing {
  const sampling = new Sampling(state, engine);
  try {
    return numbersOf(state, engine, sampling.draws);
  } finally {
    sampling.release();
  }
}
