// SPDX-License-Identifier: MIT
// Experiments on the claims about the formula of attention, its steps and its shapes.
import { claim, type Experiment, experimentsOf, probe, reach, refusals } from '../experiment.ts';
import { columnsOf, dotsOf, filled, identity, largestDifference, matrix } from '../matrix.ts';
import { ROUNDING } from '../tolerances.ts';
import { EXAMPLE, type State, with_ } from './compute.ts';

const precision = 'float64';

/** Inputs with known results: two queries, four keys and their values. */
const CASE = {
  queries: matrix([1, 0, 1], [0, 2, 0]),
  keys: matrix([1, 1, 0], [0, 1, 1], [1, 0, 2], [-1, 0.5, 0]),
  values: matrix([1, 0], [0, 1], [10, 5], [-3, 2]),
} as const;

const formula = probe(with_({ measure: 'scaled' }), (engine) => {
  const { queries, keys, values } = CASE;
  const whole = engine.attention({ precision, ...CASE });
  const logits = engine.scaledDotScores({ precision, queries, keys });
  const weights = engine.softmax({ precision, logits });
  const steps = dotsOf(engine, weights, columnsOf(values));
  return [
    claim('scaled', 1.7320508075688774, whole.scaledScores.data[2], ROUNDING),
    claim('weight', 0.5781601673735942, whole.weights.data[2], ROUNDING),
    claim('output1', 5.79154009724771, whole.output.data[0], ROUNDING),
    claim('output2', 3.187855678667503, whole.output.data[1], ROUNDING),
    claim('steps', whole.output.data[0] as number, steps.data[0], ROUNDING),
  ];
});

const width = probe(with_({ measure: 'scaled' }), (engine) => {
  const first = (queries: readonly [number, number], keys: number) =>
    engine.scaledDotScores({
      precision,
      queries: filled(1, ...queries),
      keys: filled(1, keys, queries[1]),
    }).data[0];
  return [
    claim('four', 2, first([1, 4], 6), ROUNDING),
    claim('nine', 3, first([1, 9], 6), ROUNDING),
    claim('rows', 3, first([7, 9], 2), ROUNDING),
  ];
});

const dimensions = probe(EXAMPLE, (engine) => {
  const run = (m: number, n: number, queryWidth: number, keyWidth: number, valueWidth: number) =>
    engine.attention({
      precision,
      queries: filled(1, m, queryWidth),
      keys: filled(1, n, keyWidth),
      values: filled(1, n, valueWidth),
    });
  const refused = refusals(() => run(5, 5, 4, 3, 3));
  return [
    claim('equal', 3, run(5, 5, 3, 3, 3).output.shape[1]),
    claim('refused', 1, refused),
    reach('values', 3, run(2, 5, 3, 3, 7).output.shape[1]),
    reach('queries', 5, run(2, 5, 3, 3, 7).output.shape[0]),
  ];
});

/**
 * Tests the shapes in document 000 (a source text, see web/src/ledger). The document calls its third matrix “query”
 * instead of “value”. The engine rejects a query matrix of the values' width (2).
 */
const shapes = probe(with_({ sides: [2, 4, 4, 4, 3, 3, 2] }), (engine) => {
  const run = (queryWidth: number) =>
    engine.attention({
      precision,
      queries: filled(1, 2, 4, 4, queryWidth),
      keys: filled(1, 2, 4, 4, 3),
      values: filled(1, 2, 4, 4, 2),
    });
  const { scores, output } = run(3);
  const refused = refusals(() => run(2));
  return [
    claim('axes', 4, scores.shape.length),
    claim('heads', 4, output.shape[1]),
    claim('width', 2, output.shape[3]),
    reach('third', 0, refused),
  ];
});

/**
 * Tests the shapes of two heads for a single token. If the heads were separate attention layers, each would have the
 * full width.
 */
const heads = probe(with_({ sides: [1, 2, 1, 1, 2, 2, 2] }), (engine) => {
  const x = matrix([1, 2, 3, 4]);
  const split = engine.splitHeads({ precision, x, numHeads: 2 }).heads;
  const { output } = engine.multiHead({
    precision,
    queries: x,
    keys: x,
    values: x,
    numHeads: 2,
    projection: 'none',
    W_o: identity(4),
  });
  return [
    claim('axis', 2, split.shape[0]),
    claim('first', 3, split.data[2]),
    reach('width', 4, split.shape[2]),
    reach('output', 8, output.shape[1]),
  ];
});

/**
 * The example in the errata (web/src/ledger). The key matrix is square, so transposing it twice by mistake causes no
 * shape error, only wrong scores.
 */
export const [Q, K] = [matrix([1, 2], [3, 4]), matrix([5, 6], [7, 8])];
export const PLACES = ['11', '12', '21', '22'];
/** The correct scores for this example. */
const RIGHT = [12.020815280171307, 16.263455967290593, 27.577164466275352, 37.476659402887016];

const transpose = probe(EXAMPLE, (engine) => {
  const { data } = engine.scaledDotScores({ precision, queries: Q, keys: K });
  const tall = engine.scaledDotScores({
    precision,
    queries: filled(1, 2, 3),
    keys: filled(1, 5, 3),
  });
  return [
    ...PLACES.map((at, i) => claim(`at${at}`, RIGHT[i] as number, data[i], ROUNDING)),
    claim('columns', 5, tall.shape[1]),
  ];
});

const twice = probe(EXAMPLE, (engine) => {
  const run = (keys: typeof K) => engine.doubleTransposeScores({ precision, queries: Q, keys });
  const { data } = run(K);
  const refused = refusals(() => run(matrix([5, 6], [7, 8], [9, 10])));
  return [
    ...PLACES.map((at, i) => claim(`at${at}`, RIGHT[i] as number, data[i], ROUNDING)),
    reach('refused', 0, refused),
  ];
});

/**
 * Tests whether the order of the arguments matters. The classes of source document 002 expect values, keys and queries.
 * The classes of the other documents expect queries, keys and values.
 */
const argumentOrder = probe(EXAMPLE, (engine) => {
  const values = matrix([1, 0], [0, 1]);
  type Inputs = readonly [typeof Q, typeof Q, typeof Q];
  const by004 = (...[q, k, v]: Inputs) =>
    engine.attention({ precision, queries: q, keys: k, values: v }).output.data[0] as number;
  const by002 = (...[v, k, q]: Inputs) => by004(q, k, v);
  return [
    claim('own', by004(Q, K, values), by002(values, K, Q), ROUNDING),
    reach('self', by004(Q, Q, Q), by002(Q, Q, Q), ROUNDING),
    reach('swapped', by004(Q, K, values), by002(Q, K, values), ROUNDING),
  ];
});

/**
 * Tests attention with a mask and with dropout. If all values are 1, the output is the sum of a row's weights. After
 * dropout, this sum is not 1.
 */
const whole = probe(with_({ measure: 'scaled', hidden: 6 }), (engine) => {
  const keepMask = matrix([1, 1, 1, 0], [0, 0, 0, 0]);
  const masked = { precision, ...CASE, keepMask, maskMethod: 'fill', fill: -1e9 } as const;
  const { weights, output } = engine.attention(masked);
  const dropped = engine.attention({
    ...masked,
    values: filled(1, 4, 1),
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
});

/** The random inputs and the results that a notebook in document 000 prints with four decimals. */
const NOTEBOOK = {
  queries: matrix([-0.369, -0.1854], [-0.5609, -1.3196], [1.4015, 1.6658]),
  keys: matrix([0.5062, -0.3056], [1.3822, 0.061], [-0.1383, -0.4219]),
  values: matrix([-1.1839, -2.8667], [0.7299, 0.9121], [-0.961, -1.0609]),
  weights: [0.3379, 0.2562, 0.4059, 0.34, 0.1706, 0.4894, 0.195, 0.7153, 0.0898],
  output: [-0.6031, -1.1655, -0.7483, -1.3383, 0.205, -0.0017],
} as const;
/**
 * Tolerances. Rounding the inputs to four decimals changes a score by at most 1.6e-4, so a weight by at most 0.8e-4 and
 * an output by at most 3.5e-4. Rounding a result adds 0.5e-4.
 */
const ROUNDED = { weights: 1.3e-4, output: 4e-4 };

const notebook = probe(with_({ measure: 'scaled' }), (engine) => {
  const { queries, keys, values } = NOTEBOOK;
  const { weights, output } = engine.attention({ precision, queries, keys, values });
  return [
    claim('weights', 0, largestDifference(NOTEBOOK.weights, weights.data), ROUNDED.weights),
    claim('output', 0, largestDifference(NOTEBOOK.output, output.data), ROUNDED.output),
  ];
});

export const stepClaims: readonly Experiment<State>[] = experimentsOf<State>({
  ...{ formula, transpose, twice, width, dimensions, shapes, heads, whole },
  ...{ arguments: argumentOrder, notebook },
});
