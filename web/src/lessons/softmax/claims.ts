// SPDX-License-Identifier: MIT
import { DISTRIBUTIONS, type Distribution, type Engine } from '../../engine/index.ts';
import { claim, experimentsOf, probe, reach } from '../experiment.ts';
import { FOUR_DECIMALS, ofDistance, ROUNDING } from '../tolerances.ts';
import { compute, EXAMPLE, type Numbers, type State } from './compute.ts';

const with_ = (change: Partial<State>): State => Object.freeze({ ...EXAMPLE, ...change });
const at = (engine: Engine, change: Partial<State>): Numbers => compute(with_(change), engine);

const weight = ({ entries }: Numbers, i: number): number => entries[i]?.weight ?? Number.NaN;

/** Tolerance for numbers that the ledger (the tested claims, web/src/ledger) gives with seven decimals. */
const SEVEN_DECIMALS = 5e-8;
/** Tolerance for a claim that a number is "about 0". */
const NEARLY_NOTHING = 1e-3;

const example = probe(EXAMPLE, (engine) => {
  const numbers = at(engine, {});
  const printed = at(engine, { x: [0.0174, 0.0174, 0.0174, 0.9479] }).xSum;
  return [
    claim('p1', 0.0174, weight(numbers, 0), FOUR_DECIMALS),
    claim('p4', 0.9479, weight(numbers, 3), FOUR_DECIMALS),
    claim('sum', 1, numbers.weightSum, ROUNDING),
    reach('printed', 1, printed, ROUNDING),
  ];
});

/** The chart in document 000 is not available. So this experiment tests the numbers in the line above the chart. */
const chart = probe(EXAMPLE, (engine) => {
  const weights = at(engine, {}).entries.map((entry) => entry.weight);
  const [first = Number.NaN] = weights;
  const tallest = Math.max(...weights);
  return [
    claim('tallest', 4, weights.indexOf(tallest) + 1),
    claim('ratio', Math.exp(5 - 1), tallest / first, FOUR_DECIMALS),
  ];
});

const range = probe(with_({ x: [1, 1, 1, 20], precision: 'float32' }), (engine) => {
  const far = at(engine, { x: [1, 1, 1, 20] });
  const single = at(engine, { x: [1, 1, 1, 20], precision: 'float32' });
  return [
    claim('small', 0, weight(at(engine, { x: [1, 1, 1, 10] }), 0), NEARLY_NOTHING),
    claim('smaller', 0, weight(far, 0), NEARLY_NOTHING),
    claim('float64', 1, weight(far, 3), NEARLY_NOTHING),
    reach('float32', weight(far, 3), weight(single, 3)),
  ];
});

const MANY_KEYS = 100;

/**
 * Tests the claim "small weights cause small gradients" with a counterexample: if two large scores are tied, the other
 * two weights are almost 0, but the norm of the Jacobian is 0.5.
 */
const jacobian = probe(with_({ x: [21, 21, 1, 1] }), (engine) => {
  const tie = at(engine, { x: [21, 21, 1, 1] });
  const logits = { shape: [1, MANY_KEYS], data: Array<number>(MANY_KEYS).fill(0) };
  const equal = engine.softmaxStatistics({ precision: 'float64', logits }).jacobianNorms.data[0];
  return [
    reach('one', 0.0702594, at(engine, {}).jacobianNorm, SEVEN_DECIMALS),
    reach('two', 0.3058078, at(engine, { temperature: 2 }).jacobianNorm, SEVEN_DECIMALS),
    reach('four', 0.4144114, at(engine, { temperature: 4 }).jacobianNorm, SEVEN_DECIMALS),
    reach('small', 0, weight(tie, 2), NEARLY_NOTHING),
    claim('tie', 0, tie.jacobianNorm, NEARLY_NOTHING),
    reach('equal', Math.sqrt(1 / MANY_KEYS - 1 / MANY_KEYS ** 2), equal, ROUNDING),
  ];
});

/**
 * Tests the effect of the temperature T on the entropy of the weights. The last score exceeds the others by 4. The
 * difference is divided by T, so p₄/p₁ = e^(4/T).
 */
const scale = probe(with_({ temperature: 4 }), (engine) => {
  const entropy = (change: Partial<State>) => at(engine, change).entropy;
  return [
    claim('one', 0.26183, entropy({}), FOUR_DECIMALS),
    claim('two', 0.91828, entropy({ temperature: 2 }), FOUR_DECIMALS),
    claim('four', 1.2683, entropy({ temperature: 4 }), FOUR_DECIMALS),
    claim('eight', 1.35926, entropy({ temperature: 8 }), FOUR_DECIMALS),
    claim('shift', 0.26183, entropy({ x: [-4, -4, -4, 0] }), FOUR_DECIMALS),
  ];
});

const standardise = probe(with_({ scaling: 'standardise' }), (engine) => {
  const numbers = at(engine, { scaling: 'standardise' });
  const again = at(engine, {
    x: numbers.entries.map(({ logit }) => logit),
    scaling: 'standardise',
  });
  const outlier = at(engine, { x: [1, 2, 3, 4, 100], scaling: 'standardise', target: 1 });
  return [
    claim('mean', 0, again.mean, ROUNDING),
    claim('deviation', 1, again.deviation, ROUNDING),
    reach('before', 1.1547005, numbers.skewness, SEVEN_DECIMALS),
    claim('after', 0, numbers.logitSkewness, NEARLY_NOTHING),
    claim('outlier', 0, outlier.logitSkewness, NEARLY_NOTHING),
    reach('weight', weight(at(engine, { temperature: 2 }), 3), weight(numbers, 3), ROUNDING),
  ];
});

const SAMPLE = 10_000;
const SEED = 1;
/** The Kolmogorov–Smirnov distance between a standardised sample and the standard normal distribution. */
function distance(engine: Engine, distribution: Distribution): number {
  const precision = 'float64';
  const x = engine.random({ precision, shape: [SAMPLE], seed: SEED, distribution });
  const { z } = engine.standardise({ precision, x, ddof: 1 });
  return engine.ksDistance({ sample: z.data });
}

const normal = probe(with_({ scaling: 'standardise' }), (engine) =>
  DISTRIBUTIONS.map((distribution) => {
    const test = distribution === 'normal' ? claim : reach;
    return test(distribution, 0, distance(engine, distribution), ofDistance(SAMPLE));
  }),
);

const normalise = probe(with_({ x: [-1, 2, 0.5], target: 3 }), (engine) => {
  const numbers = at(engine, { x: [-1, 2, 0.5], target: 3 });
  const tenfold = at(engine, { x: [-10, 20, 5], target: 3 });
  const plain = (of: Numbers, i: number) => of.entries[i]?.plain ?? Number.NaN;
  return [
    reach('sum', 1, numbers.weightSum, ROUNDING),
    claim('p1', plain(numbers, 0), weight(numbers, 0), FOUR_DECIMALS),
    claim('p2', plain(numbers, 1), weight(numbers, 1), FOUR_DECIMALS),
    claim('p3', plain(numbers, 2), weight(numbers, 2), FOUR_DECIMALS),
    claim('tenfold', plain(tenfold, 1), weight(tenfold, 1), FOUR_DECIMALS),
  ];
});

/** Tests whether a large entry suffices for a small Jacobian norm. Two equal large entries give the largest norm. */
const saturate = probe(with_({ x: [10, 10, 10, 50] }), (engine) => {
  const tenfold = at(engine, { x: [10, 10, 10, 50] });
  return [
    claim('weight', 1, weight(tenfold, 3), NEARLY_NOTHING),
    claim('norm', 0, tenfold.jacobianNorm, NEARLY_NOTHING),
    reach('shifted', 0, at(engine, { x: [1001, 1001, 1001, 1005] }).jacobianNorm, NEARLY_NOTHING),
    reach('tie', 0, at(engine, { x: [10, 10, 50, 50] }).jacobianNorm, NEARLY_NOTHING),
  ];
});

/** Tests the gradient for the last logit as the last entry grows: it vanishes only if the last entry is the target. */
const loss = probe(with_({ x: [1, 1, 1, 10], target: 1 }), (engine) => {
  const gradient = (last: number, target: number) =>
    at(engine, { x: [1, 1, 1, last], target }).entries[3]?.gradient;
  return [
    reach('five', -0.0520850061724843, gradient(5, 4), ROUNDING),
    claim('right', 0, gradient(10, 4), NEARLY_NOTHING),
    reach('wrong', 0, gradient(10, 1), NEARLY_NOTHING),
  ];
});

const overflow = probe(with_({ x: [1, 1, 1, 100], precision: 'float32' }), (engine) => {
  const naive = (last: number, precision: State['precision']) =>
    at(engine, { x: [1, 1, 1, last], precision }).entries[3]?.naive;
  const shifted = at(engine, { x: [1, 1, 1, 1000], precision: 'float32' });
  return [
    claim('small', 0.9479, naive(5, 'float32'), FOUR_DECIMALS),
    reach('float32', 1, naive(100, 'float32'), ROUNDING),
    claim('float64', 1, naive(100, 'float64'), ROUNDING),
    reach('large', 1, naive(1000, 'float64'), ROUNDING),
    claim('shifted', 1, weight(shifted, 3), ROUNDING),
  ];
});

export const experiments = experimentsOf<State>({
  ...{ example, chart, range, jacobian, scale, standardise },
  ...{ normal, normalise, saturate, loss, overflow },
});
