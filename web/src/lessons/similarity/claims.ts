// SPDX-License-Identifier: MIT
// Experiments on claims about dot products, scores and values.
import { maxIndex } from 'd3-array';
import type { Engine } from '../../engine/index.ts';
import { claim, type Experiment, experimentsOf, probe, reach } from '../experiment.ts';
import { dotsOf, filled, matrix } from '../matrix.ts';
import { ROUNDING } from '../tolerances.ts';
import { K, PLACES, Q, stepClaims } from './claims-steps.ts';
import { EXAMPLE, type State, with_ } from './compute.ts';
import { RECIPES, WORDS } from './recipes.ts';

const precision = 'float64';

const TEMPERATURES = [0.01, 0.1, 1, 10];
const COUNTS = [1, 2, 3, 4];

/** All searches for one word or for two different words, in which each word occurs up to four times. */
function manySearches(): number[][] {
  const search = (...pairs: readonly (readonly [word: number, count: number])[]) =>
    WORDS.map((_, i) => new Map(pairs).get(i) ?? 0);
  return WORDS.flatMap((_, a) =>
    COUNTS.flatMap((first) => [
      search([a, first]),
      ...WORDS.slice(0, a).flatMap((__, b) =>
        COUNTS.map((second) => search([a, first], [b, second])),
      ),
    ]),
  );
}

/** The smallest and the largest minutes and kilocalories of the outputs for `manySearches` at all `TEMPERATURES`. */
function outputBounds(engine: Engine) {
  const queries = matrix(...manySearches());
  const keys = matrix(...RECIPES.map(({ key }) => key));
  const values = matrix(...RECIPES.map(({ minutes, energy }) => [minutes, energy]));
  const all = TEMPERATURES.flatMap((divisorNumber) =>
    Array.from(
      engine.attention({ precision, queries, keys, values, divisor: 'number', divisorNumber })
        .output.data,
    ),
  );
  const bounds = (which: number) => {
    const column = all.filter((_, i) => i % 2 === which);
    return [Math.min(...column), Math.max(...column)] as const;
  };
  return { minutes: bounds(0), energy: bounds(1) };
}

/** Tolerance for angles in degrees. The source document rounds them to two decimals, so each is off by up to 0.005. */
const HUNDREDTH = 5e-3;

const angle = probe(with_({ query: [1, 0], key: [1, 0], other: [5, 5] }), (engine) => {
  const queries = matrix([1, 0]);
  const keys = matrix([1, 0], [5, 5], [1, 5], [5, 0], [4, 3], [3, 4], [0, 5]);
  const { dots, degrees } = engine.angles({ precision, queries, keys });
  return [
    claim('equal0', 5, dots.data[3]),
    claim('equal37', 4, dots.data[4]),
    claim('equal53', 3, dots.data[5]),
    claim('equal90', 0, dots.data[6]),
    reach('degrees45', 45, degrees.data[1], HUNDREDTH),
    reach('long', dots.data[0] as number, dots.data[1]),
    reach('degrees79', 78.69, degrees.data[2], HUNDREDTH),
    reach('steep', dots.data[0] as number, dots.data[2]),
  ];
});

const similar = probe(with_({ query: [1, 2], key: [1, 2], other: [5, 5] }), (engine) => {
  const found = engine.angles({
    precision,
    queries: matrix([1, 2], [1, 0]),
    keys: matrix([1, 2], [2, 4], [5, 5], [0.6, 0.8]),
  });
  const [self, double, long] = found.dots.data;
  return [
    claim('unit', found.cosines.data[7] as number, found.dots.data[7], ROUNDING),
    claim('self', 5, self),
    reach('double', self as number, double),
    reach('long', self as number, long),
    reach('cosineDouble', found.cosines.data[0] as number, found.cosines.data[1], ROUNDING),
  ];
});

/** Tests whether the value is a factor of the score. If it were, doubling the value would double the score. */
const score = probe(with_({ minutes: EXAMPLE.minutes.with(0, 20) }), (engine) => {
  const attend = (queries: typeof Q, ...values: readonly number[]) =>
    engine.attention({
      precision,
      queries,
      keys: K,
      values: matrix(...values.map((value) => [value])),
      divisor: 'none',
    });
  const alike = matrix([0, 0]);
  return [
    reach('before', 17, attend(Q, 10, 30).scores.data[0]),
    claim('after', 34, attend(Q, 20, 60).scores.data[0]),
    reach('output', 20, attend(alike, 10, 30).output.data[0], ROUNDING),
    reach('outputAfter', 40, attend(alike, 20, 60).output.data[0], ROUNDING),
  ];
});

/**
 * Computes the elementwise product of Q and K with the engine: each row of Q is multiplied by the diagonal matrix of
 * the same row of K.
 */
function elementwise(engine: Engine): number[] {
  return [0, 1].flatMap((row) => {
    const of = ({ data }: typeof Q) => [data[2 * row] as number, data[2 * row + 1] as number];
    const [first = 0, second = 0] = of(K);
    const keys = matrix([first, 0], [0, second]);
    const queries = matrix(of(Q));
    return Array.from(dotsOf(engine, queries, keys).data);
  });
}

const product = probe(EXAMPLE, (engine) => {
  const keys = matrix(...RECIPES.map((recipe) => recipe.key));
  const one = engine.scaledDotScores({ precision, queries: matrix(EXAMPLE.words), keys });
  const scores = dotsOf(engine, Q, K).data;
  const star = elementwise(engine);
  return [
    claim('count', RECIPES.length, one.data.length),
    ...PLACES.map((at, i) => reach(`star${at}`, scores[i] as number, star[i])),
  ];
});

/** Tests the weighted values and the range of outputs. If all values are 1, the weighted values are the weights. */
const hull = probe(EXAMPLE, (engine) => {
  const mixed = (values: ReturnType<typeof matrix>) =>
    engine.kernelRegression({
      precision,
      queries: matrix(EXAMPLE.words),
      keys: matrix(...RECIPES.map((recipe) => recipe.key)),
      values,
      kernel: 'dot',
    });
  const { scores, weightedValues } = mixed(filled(1, RECIPES.length, 1));
  const best = maxIndex(scores.data);
  const content = EXAMPLE.minutes[best] as number;
  const parts = mixed(matrix(...EXAMPLE.minutes.map((one) => [one]))).weightedValues.data;
  const { minutes, energy } = outputBounds(engine);
  return [
    claim('largest', best + 1, maxIndex(weightedValues.data) + 1),
    reach('content', content, parts[best]),
    reach('highest', Math.max(...EXAMPLE.minutes), minutes[1], ROUNDING),
    reach('energyLowest', Math.min(...EXAMPLE.energy), energy[0], ROUNDING),
    reach('energyHighest', Math.max(...EXAMPLE.energy), energy[1], ROUNDING),
  ];
});

export const experiments: readonly Experiment<State>[] = [
  ...experimentsOf<State>({ angle, similar, score, product, hull }),
  ...stepClaims,
];
