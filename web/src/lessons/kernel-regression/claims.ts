// SPDX-License-Identifier: MIT
import { type Engine, KERNELS } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import {
  claim,
  type Experiment,
  experimentsOf,
  type Measurement,
  type Probe,
  reach,
} from '../experiment.ts';
import type { Prediction } from '../prediction.ts';
import { computeLine } from './compute.ts';
import { planeExperiments, planePredictions } from './plane-claims.ts';
import { fields, type State } from './state.ts';

const DOCUMENT = initialState(fields);
const with_ = (change: Partial<State>): State => Object.freeze({ ...DOCUMENT, ...change });
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
  state: DOCUMENT,
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
  measure: (engine) => overTheSlider(engine, { sigma: WIDE }, (40 + 43 + 48) / 3, 1e-3),
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
    ...overTheSlider(engine, { kernel: 'dot' }, 48, 0),
    reach('negative', 48, predict(engine, { kernel: 'dot', query: -57 })),
  ],
};

/**
 * Tests that the prediction equals `expected` for all queries in the range of the slider. For this, it suffices to test
 * the smallest and the largest prediction on the curve.
 */
function overTheSlider(
  engine: Engine,
  change: Partial<State>,
  expected: number,
  tolerance: number,
): Measurement[] {
  const predictions = at(engine, change).curve.map((point) => point.prediction);
  return [
    claim('smallest', expected, Math.min(...predictions), tolerance),
    claim('largest', expected, Math.max(...predictions), tolerance),
  ];
}

/** The experiments on the claims, in the order in which Verify (the lesson's second view) lists them. */
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

const PRINTED = with_({ sign: 'plus' });
/** A key whose weight exceeds this has nearly all the weight. */
const NEARLY_ALL = 0.99;

const plusSign: Prediction<State> = {
  id: 'printed-sign',
  guesses: ['near', 'far', 'equal'],
  state: PRINTED,
  measure: (engine, i18n) => {
    const { keyStages, prediction: found } = computeLine(PRINTED, engine);
    const [far = 0, below = 0] = keyStages.map(({ weight }) => weight);
    const right = far > NEARLY_ALL ? 'far' : far < 1 - NEARLY_ALL ? 'near' : 'equal';
    return {
      right,
      numbers: {
        far: i18n.percent(far, 6),
        near: i18n.number(below, { digits: 3 }),
        prediction: i18n.number(found, { digits: 10 }),
      },
    };
  },
};

export const predictions: readonly Prediction<State>[] = [plusSign, ...planePredictions];
