// SPDX-License-Identifier: MIT
// What the documents say of the formula, its steps and its shapes.
import { claim, type Experiment, reach } from '../experiment.ts';
import { matrix, refusals } from '../measure.ts';
import { ones, precision, ROUNDING, with_ } from './measure.ts';
import type { State } from './state.ts';

/** A reference case: two queries, four keys. */
const CASE = {
  queries: matrix([1, 0, 1], [0, 2, 0]),
  keys: matrix([1, 1, 0], [0, 1, 1], [1, 0, 2], [-1, 0.5, 0]),
  values: matrix([1, 0], [0, 1], [10, 5], [-3, 2]),
} as const;

export const formula: Experiment<State> = {
  id: 'formula',
  decides: ['000-02', '000-03', '000-21', '000-30'],
  state: with_({ measure: 'scaled', step: 'output' }),
  measure: (engine) => {
    const { queries, keys, values } = CASE;
    const whole = engine.attention({ precision, ...CASE });
    const logits = engine.scaledDotScores({ precision, queries, keys });
    const weights = engine.softmax({ precision, logits });
    const columns = {
      shape: [2, 4],
      data: [0, 1].flatMap((c) => [0, 1, 2, 3].map((r) => values.data[2 * r + c] as number)),
    };
    const steps = engine.scaledDotScores({
      precision,
      queries: weights,
      keys: columns,
      divisor: 'none',
    });
    return [
      claim('scaled', 1.7320508075688774, whole.scaledScores.data[2], ROUNDING),
      claim('weight', 0.5781601673735942, whole.weights.data[2], ROUNDING),
      claim('output1', 5.79154009724771, whole.output.data[0], ROUNDING),
      claim('output2', 3.187855678667503, whole.output.data[1], ROUNDING),
      claim('steps', whole.output.data[0] as number, steps.data[0], ROUNDING),
    ];
  },
};

export const width: Experiment<State> = {
  id: 'width',
  decides: ['000-24'],
  state: with_({ measure: 'scaled', step: 'scale' }),
  measure: (engine) => {
    const first = (queries: readonly [number, number], keys: number) =>
      engine.scaledDotScores({ precision, queries: ones(...queries), keys: ones(keys, queries[1]) })
        .data[0];
    return [
      claim('four', 2, first([1, 4], 6), ROUNDING),
      claim('nine', 3, first([1, 9], 6), ROUNDING),
      claim('rows', 3, first([7, 9], 2), ROUNDING),
    ];
  },
};

export const dimensions: Experiment<State> = {
  id: 'dimensions',
  decides: ['000-20', 'E-09'],
  state: with_({ sides: [2, 5, 3, 3, 7] }),
  measure: (engine) => {
    const run = (m: number, n: number, queryWidth: number, keyWidth: number, valueWidth: number) =>
      engine.attention({
        precision,
        queries: ones(m, queryWidth),
        keys: ones(n, keyWidth),
        values: ones(n, valueWidth),
      });
    return [
      claim('equal', 3, run(5, 5, 3, 3, 3).output.shape[1]),
      claim(
        'refused',
        1,
        refusals(() => run(5, 5, 4, 3, 3)),
      ),
      reach('values', 3, run(2, 5, 3, 3, 7).output.shape[1]),
      reach('queries', 5, run(2, 5, 3, 3, 7).output.shape[0]),
    ];
  },
};

/** Read as it is printed, the third line is a second query, as wide as the values. */
export const shapes: Experiment<State> = {
  id: 'shapes',
  decides: ['000-22'],
  state: with_({ sides: [4, 4, 3, 3, 2] }),
  measure: (engine) => {
    const run = (queryWidth: number) =>
      engine.attention({
        precision,
        queries: ones(2, 4, 4, queryWidth),
        keys: ones(2, 4, 4, 3),
        values: ones(2, 4, 4, 2),
      });
    const { scores, output } = run(3);
    return [
      claim('axes', 4, scores.shape.length),
      claim('heads', 4, output.shape[1]),
      claim('width', 2, output.shape[3]),
      reach(
        'third',
        0,
        refusals(() => run(2)),
      ),
    ];
  },
};

/** One token, whose two heads would be two vectors of full width if each were an attention of its own. */
export const heads: Experiment<State> = {
  id: 'heads',
  decides: ['000-23', 'E-10'],
  state: with_({ sides: [1, 1, 4, 4, 4] }),
  measure: (engine) => {
    const x = matrix([1, 2, 3, 4]);
    const split = engine.splitHeads({ precision, x, numHeads: 2 }).heads;
    const W_o = matrix([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]);
    const { output } = engine.multiHead({
      precision,
      queries: x,
      keys: x,
      values: x,
      numHeads: 2,
      projection: 'none',
      W_o,
    });
    return [
      claim('axis', 2, split.shape[0]),
      claim('first', 3, split.data[2]),
      reach('width', 4, split.shape[2]),
      reach('output', 8, output.shape[1]),
    ];
  },
};

/** The errata's square key, with which a transpose too many goes unnoticed. */
const [Q, K] = [matrix([1, 2], [3, 4]), matrix([5, 6], [7, 8])];
const PLACES = ['11', '12', '21', '22'];
/** Of the reference case. */
const RIGHT = [12.020815280171307, 16.263455967290593, 27.577164466275352, 37.476659402887016];

export const transpose: Experiment<State> = {
  id: 'transpose',
  decides: ['000-25'],
  state: with_({ step: 'scores' }),
  measure: (engine) => {
    const { data } = engine.scaledDotScores({ precision, queries: Q, keys: K });
    const tall = engine.scaledDotScores({ precision, queries: ones(2, 3), keys: ones(5, 3) });
    return [
      ...PLACES.map((at, i) => claim(`at${at}`, RIGHT[i] as number, data[i], ROUNDING)),
      claim('columns', 5, tall.shape[1]),
    ];
  },
};

export const twice: Experiment<State> = {
  id: 'twice',
  decides: ['E-11'],
  state: with_({ step: 'scores' }),
  measure: (engine) => {
    const run = (keys: typeof K) => engine.doubleTransposeScores({ precision, queries: Q, keys });
    const { data } = run(K);
    return [
      ...PLACES.map((at, i) => claim(`at${at}`, RIGHT[i] as number, data[i], ROUNDING)),
      reach(
        'refused',
        0,
        refusals(() => run(matrix([5, 6], [7, 8], [9, 10]))),
      ),
    ];
  },
};

/** With values of 1 the output is the sum of a row's weights. */
export const whole: Experiment<State> = {
  id: 'whole',
  decides: ['000-32'],
  state: with_({ measure: 'scaled', hidden: 6, step: 'mask' }),
  measure: (engine) => {
    const keepMask = matrix([1, 1, 1, 0], [0, 0, 0, 0]);
    const masked = { precision, ...CASE, keepMask, maskMethod: 'fill', fill: -1e9 } as const;
    const { weights, output } = engine.attention(masked);
    const dropped = engine.attention({
      ...masked,
      values: ones(4, 1),
      dropoutRate: 0.5,
      dropoutKeep: matrix([1, 1, 0, 0], [1, 1, 0, 0]),
    });
    return [
      claim('weight', 0.6133826110378299, weights.data[2], ROUNDING),
      claim('hidden', 0, weights.data[3], ROUNDING),
      claim('output', 6.327134804859384, output.data[0], ROUNDING),
      reach('empty', 0, weights.data[4], ROUNDING),
      reach('dropped', 1, dropped.output.data[0], ROUNDING),
    ];
  },
};
