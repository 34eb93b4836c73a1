// SPDX-License-Identifier: MIT
// What the documents say of dot products, scores and values.
import type { Engine } from '../../engine/index.ts';
import { claim, type Experiment, reach } from '../experiment.ts';
import { matrix } from '../measure.ts';
import { RECIPES } from './library.ts';
import { INITIAL, ones, outputBounds, precision, ROUNDING, with_ } from './measure.ts';
import type { State } from './state.ts';

const HUNDREDTH = 5e-3;

/** Angles are told to a hundredth of a degree. */
export const angle: Experiment<State> = {
  id: 'angle',
  decides: ['000-26', 'E-12'],
  state: with_({ query: [1, 0], key: [1, 0], other: [5, 5] }),
  measure: (engine) => {
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
  },
};

export const similar: Experiment<State> = {
  id: 'similar',
  decides: ['003-02'],
  state: with_({ query: [1, 2], key: [1, 2], other: [5, 5] }),
  measure: (engine) => {
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
  },
};

/** The errata's matrices. */
const [Q, K] = [matrix([1, 2], [3, 4]), matrix([5, 6], [7, 8])];

/** If the value were multiplied in, twice the value would be twice the score. */
export const score: Experiment<State> = {
  id: 'score',
  decides: ['000-27', 'E-13'],
  state: with_({ minutes: INITIAL.minutes.with(0, 20) }),
  measure: (engine) => {
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
  },
};

/** Entry by entry: each row against a diagonal matrix of the other's row. */
function elementwise(engine: Engine): number[] {
  return [0, 1].flatMap((row) => {
    const of = ({ data }: typeof Q) => [data[2 * row] as number, data[2 * row + 1] as number];
    const [first = 0, second = 0] = of(K);
    const keys = matrix([first, 0], [0, second]);
    const queries = matrix(of(Q));
    return Array.from(engine.scaledDotScores({ precision, queries, keys, divisor: 'none' }).data);
  });
}

export const product: Experiment<State> = {
  id: 'product',
  decides: ['000-28'],
  state: INITIAL,
  measure: (engine) => {
    const keys = matrix(...RECIPES.map((recipe) => recipe.key));
    const one = engine.scaledDotScores({ precision, queries: matrix(INITIAL.words), keys });
    const scores = engine.scaledDotScores({ precision, queries: Q, keys: K, divisor: 'none' }).data;
    const star = elementwise(engine);
    return [
      claim('count', RECIPES.length, one.data.length),
      ...['11', '12', '21', '22'].map((at, i) => reach(`star${at}`, scores[i] as number, star[i])),
    ];
  },
};

/** With contents of 1 a part is the weight itself. */
export const hull: Experiment<State> = {
  id: 'hull',
  decides: ['000-29', 'E-14'],
  state: with_({ temperature: 0.05 }),
  measure: (engine) => {
    const mixed = (values: ReturnType<typeof matrix>) =>
      engine.kernelRegression({
        precision,
        queries: matrix(INITIAL.words),
        keys: matrix(...RECIPES.map((recipe) => recipe.key)),
        values,
        kernel: 'dot',
      });
    const { scores, weightedValues } = mixed(ones(RECIPES.length, 1));
    const largest = (data: ArrayLike<number>) => {
      const list = Array.from(data);
      return list.indexOf(Math.max(...list));
    };
    const best = largest(scores.data);
    const content = INITIAL.minutes[best] as number;
    const parts = mixed(matrix(...INITIAL.minutes.map((one) => [one]))).weightedValues.data;
    const { minutes, energy } = outputBounds(engine, INITIAL);
    return [
      claim('largest', best + 1, largest(weightedValues.data) + 1),
      reach('content', content, parts[best]),
      reach('highest', Math.max(...INITIAL.minutes), minutes[1], ROUNDING),
      reach('energyLowest', Math.min(...INITIAL.energy), energy[0], ROUNDING),
      reach('energyHighest', Math.max(...INITIAL.energy), energy[1], ROUNDING),
    ];
  },
};
