// SPDX-License-Identifier: MIT
import { type Engine, KERNELS } from '../../engine/index.ts';
import {
  claim,
  type Experiment,
  experimentsOf,
  type Measurement,
  type Probe,
  reach,
} from '../experiment.ts';
import { computeLine } from './compute.ts';
import { planeExperiments } from './plane-claims.ts';
import { EXAMPLE, type State } from './state.ts';

const with_ = (change: Partial<State>): State => Object.freeze({ ...EXAMPLE, ...change });
const at = (engine: Engine, change: Partial<State>) => computeLine(with_(change), engine);
const predict = (engine: Engine, change: Partial<State>) => at(engine, change).prediction;

/**
 * Tolerance of weights for which the document says "≈ 0" or "≈ ½", or gives one decimal. The computed ones are this
 * close to them.
 */
const ROUNDED = 1e-7;
/**
 * Bound for the rounding error of the sum of three weights in float64: 2⁻⁵³ for each of six operations. These are two
 * additions of kernel values, the reciprocal of their sum, the product with it, and two additions of weights.
 */
const ROUNDING = 6 * 2 ** -53;
const WIDE = 1_000;
const NARROW = 0.05;

/** Compares the weights of the three keys for a query of 57 (a waist of 57 cm) with 0, ½ and ½. */
function weightsAt(engine: Engine, change: Partial<State>, tolerance: number): Measurement[] {
  const [far, below, above] = at(engine, change).keyStages.map(({ weight }) => weight);
  return [
    claim('far', 0, far, tolerance),
    claim('below', 0.5, below, tolerance),
    claim('above', 0.5, above, tolerance),
  ];
}

/**
 * Tests a boxcar kernel that covers only the two keys next to the query. The prediction is then the mean of their
 * values. Document 001 (a source text, see web/src/ledger) starts with this mean.
 */
const neighbours: Probe<State> = {
  state: with_({ kernel: 'boxcar' }),
  measure: (engine) => [
    claim('mean', 45.5, predict(engine, { kernel: 'boxcar' })),
    ...weightsAt(engine, { kernel: 'boxcar' }, 0),
  ],
};

const prediction: Probe<State> = {
  state: with_({ precision: 'float32' }),
  measure: (engine) => [
    claim('float32', 45.5, predict(engine, { precision: 'float32' })),
    reach('float64', 45.5, predict(engine, {})),
  ],
};

const weights: Probe<State> = {
  state: EXAMPLE,
  measure: (engine) => [
    ...weightsAt(engine, {}, ROUNDED),
    claim('heavy', 45.5, predict(engine, { values: [400, 43, 48] }), 1e-5),
  ],
};

const printedSign: Probe<State> = {
  state: with_({ sign: 'plus' }),
  measure: (engine) => {
    const printed = at(engine, { sign: 'plus' });
    return [
      claim('far', 0, printed.keyStages[0]?.weight, ROUNDED),
      claim('printed', 45.5, printed.prediction, 0.05),
      reach('minus', 45.5, predict(engine, {}), 0.05),
    ];
  },
};

const normalised: Probe<State> = {
  state: with_({ kernel: 'boxcar', query: 48 }),
  measure: (engine) => [
    ...KERNELS.map((kernel) =>
      claim(kernel, 1, at(engine, { kernel, sigma: 3 }).weightSum, ROUNDING),
    ),
    reach('empty', 1, at(engine, { kernel: 'boxcar', query: 48 }).weightSum, ROUNDING),
  ],
};

const wide: Probe<State> = {
  state: with_({ sigma: WIDE }),
  measure: (engine) => overWaists(engine, { sigma: WIDE }, (40 + 43 + 48) / 3, 1e-3),
};

const narrow: Probe<State> = {
  state: with_({ sigma: NARROW, query: 55.2 }),
  measure: (engine) => {
    const near = (query: number) => predict(engine, { sigma: NARROW, query });
    return [
      claim('below', 43, near(55.2)),
      claim('above', 48, near(57.1), 1e-12),
      reach('tie', 43, near(57)),
    ];
  },
};

const dotProduct: Probe<State> = {
  state: with_({ kernel: 'dot' }),
  measure: (engine) => [
    ...overWaists(engine, { kernel: 'dot' }, 48, 0),
    reach('negative', 48, predict(engine, { kernel: 'dot', query: -57 })),
  ],
};

const WAISTS = { min: 46, max: 64, count: 321 };

/**
 * Tests that the prediction equals `expected` for many queries from 46 to 64. For this, it suffices to test the smallest
 * and the largest prediction.
 */
function overWaists(
  engine: Engine,
  change: Partial<State>,
  expected: number,
  tolerance: number,
): Measurement[] {
  const { min, max, count } = WAISTS;
  const waists = Array.from({ length: count }, (_, i) => min + (i * (max - min)) / (count - 1));
  const predictions = computeLine(with_(change), engine, waists).curve;
  return [
    claim('smallest', expected, Math.min(...predictions), tolerance),
    claim('largest', expected, Math.max(...predictions), tolerance),
  ];
}

/** The experiments on the claims, in the order of the page Verify. */
export const experiments: readonly Experiment<State>[] = [
  ...experimentsOf<State>({
    neighbours,
    prediction,
    weights,
    'printed-sign': printedSign,
    normalised,
    wide,
    narrow,
    dot: dotProduct,
  }),
  ...planeExperiments,
];
