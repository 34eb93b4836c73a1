// SPDX-License-Identifier: MIT
import { type Engine, KERNELS } from '../../engine/index.ts';
import { claim, experimentsOf, type Measurement, probe, reach } from '../experiment.ts';
import { evenly } from '../matrix.ts';
import { computeLine, EXAMPLE, type State } from './compute.ts';
import { planeProbes } from './plane-claims.ts';

const with_ = (change: Partial<State>): State => Object.freeze({ ...EXAMPLE, ...change });
const at = (engine: Engine, change: Partial<State>) => computeLine(with_(change), engine);
const predict = (engine: Engine, change: Partial<State>) => at(engine, change).prediction;

/** Tolerance for weights that source document 001 gives as "≈ 0", "≈ ½" or with one decimal. Their error is smaller. */
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
const neighbours = probe(with_({ kernel: 'boxcar' }), (engine) => [
  claim('mean', 45.5, predict(engine, { kernel: 'boxcar' })),
  ...weightsAt(engine, { kernel: 'boxcar' }, 0),
]);

const prediction = probe(with_({ precision: 'float32' }), (engine) => [
  claim('float32', 45.5, predict(engine, { precision: 'float32' })),
  reach('float64', 45.5, predict(engine, {})),
]);

const weights = probe(EXAMPLE, (engine) => [
  ...weightsAt(engine, {}, ROUNDED),
  claim('heavy', 45.5, predict(engine, { values: [400, 43, 48] }), 1e-5),
]);

const printedSign = probe(with_({ sign: 'plus' }), (engine) => {
  const printed = at(engine, { sign: 'plus' });
  return [
    claim('far', 0, printed.keyStages[0]?.weight, ROUNDED),
    claim('printed', 45.5, printed.prediction, 0.05),
    reach('minus', 45.5, predict(engine, {}), 0.05),
  ];
});

const normalised = probe(with_({ kernel: 'boxcar', query: 48 }), (engine) => [
  ...KERNELS.map((kernel) =>
    claim(kernel, 1, at(engine, { kernel, sigma: 3 }).weightSum, ROUNDING),
  ),
  reach('empty', 1, at(engine, { kernel: 'boxcar', query: 48 }).weightSum, ROUNDING),
]);

const wide = probe(with_({ sigma: WIDE }), (engine) =>
  overWaists(engine, { sigma: WIDE }, (40 + 43 + 48) / 3, 1e-3),
);

const narrow = probe(with_({ sigma: NARROW, query: 55.2 }), (engine) => {
  const near = (query: number) => predict(engine, { sigma: NARROW, query });
  return [
    claim('below', 43, near(55.2)),
    claim('above', 48, near(57.1), 1e-12),
    reach('tie', 43, near(57)),
  ];
});

const dotProduct = probe(with_({ kernel: 'dot' }), (engine) => [
  ...overWaists(engine, { kernel: 'dot' }, 48, 0),
  reach('negative', 48, predict(engine, { kernel: 'dot', query: -57 })),
]);

const WAISTS = evenly({ min: 46, max: 64 }, 320);

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
  const predictions = computeLine(with_(change), engine, WAISTS).curve;
  return [
    claim('smallest', expected, Math.min(...predictions), tolerance),
    claim('largest', expected, Math.max(...predictions), tolerance),
  ];
}

export const experiments = experimentsOf<State>({
  ...{ neighbours, prediction, weights, 'printed-sign': printedSign, normalised, wide, narrow },
  dot: dotProduct,
  ...planeProbes,
});
