// SPDX-License-Identifier: MIT
import type { Engine, Tensor } from '../../engine/index.ts';
import { claim, experimentsOf, probe, reach, shown } from '../experiment.ts';
import { identity, largestDifference } from '../matrix.ts';
import { FOUR_DECIMALS, ROUNDING } from '../tolerances.ts';
import {
  compute,
  computeSample,
  computeTwice,
  DRAWN,
  EXAMPLE,
  HIDDEN,
  type Numbers,
  type SampleState,
  type State,
  type Treatment,
  with_,
} from './compute.ts';

/** Tolerance for a claim that a number is "about 0", or that two numbers are "about the same". */
const NEARLY_NOTHING = 1e-6;
const SEEDS = [1, 2, 3, 4, 5] as const;

const FLOAT64 = 'float64';
const FIRST = { firstLens: [2, 3], precision: FLOAT64 } as const;

/** The weights that the masked softmax of source document 001 returns for the scores `DRAWN`. */
function weightsOf(engine: Engine, validLens: Tensor): Float64Array {
  const options = { maskMethod: 'fill', fill: -1e6 } as const;
  return engine.maskedSoftmax({ precision: FLOAT64, scores: DRAWN, validLens, ...options }).weights
    .data;
}

/** The largest weight in row `i` from key `from` on. `i` counts the rows of both matrices, from 0 to 3. */
const rest = (weights: Float64Array, i: number, from: number): number =>
  Math.max(...weights.subarray(i * 4 + from, (i + 1) * 4));

const lens = probe(with_({ firstLens: [0, 3] }), (engine) => {
  const one = weightsOf(engine, { shape: [2], data: [2, 3] });
  const two = weightsOf(engine, { shape: [2, 2], data: [1, 3, 2, 4] });
  const none = weightsOf(engine, { shape: [2], data: [0, 3] });
  const { same } = computeTwice(FIRST, engine);
  return [
    claim('one', 0.4324, one[0], FOUR_DECIMALS),
    claim('oneRest', 0, rest(one, 0, 2)),
    claim('two', 0.2788, two[4], FOUR_DECIMALS),
    claim('twoRest', 0, rest(two, 1, 3)),
    reach('empty', 0, none[0], NEARLY_NOTHING),
    reach('tensor', DRAWN.data[2] ?? Number.NaN, same.tensor[0]?.[2], NEARLY_NOTHING),
  ];
});

const inplace = probe(with_({ firstLens: [2, 3] }), (engine) => {
  const { first, same, fresh } = computeTwice(FIRST, engine);
  const claimed = (id: string, i: number, j: number) =>
    claim(id, fresh.weights[i]?.[j] ?? Number.NaN, same.weights[i]?.[j], FOUR_DECIMALS);
  return [
    claim('firstKeeps', 0, Math.max(...(first[0] ?? []).slice(2))),
    claimed('row2a', 1, 0),
    claimed('row2b', 1, 1),
    claimed('row2c', 1, 2),
    claimed('row4a', 3, 0),
    claimed('row4d', 3, 3),
    reach('copy', 0.2788, fresh.weights[1]?.[0], FOUR_DECIMALS),
  ];
});

const shape = probe(EXAMPLE, (engine) => {
  const { shape: sides } = engine.maskedSoftmax({ precision: FLOAT64, scores: DRAWN }).weights;
  const [matrices = Number.NaN, rows, columns] = sides;
  return [
    claim('axes', 2, sides.length),
    reach('matrices', 2, matrices),
    claim('rows', 4, rows),
    claim('columns', 3, columns),
  ];
});

const equal = probe(with_({ keys: 'ones', score: 'additive' }), (engine) => {
  const outputs = (score: State['score'], change: Partial<SampleState> = {}) =>
    computeSample({ score, keys: 'ones', seed: 1, precision: FLOAT64, ...change }, engine).output;
  const [additive, dot] = [outputs('additive'), outputs('dot')];
  const all = SEEDS.flatMap((seed) => [
    outputs('additive', { seed }).flat(),
    outputs('dot', { seed }).flat(),
  ]);
  const apart = Math.max(...all.map((one) => largestDifference(one, all[0])));
  return [
    claim('additive1', 2, additive[0]?.[0], ROUNDING),
    claim('additive2', 10, additive[1]?.[0], ROUNDING),
    claim('dot1', 2, dot[0]?.[0], ROUNDING),
    claim('dot2', 10, dot[1]?.[0], ROUNDING),
    claim('apart', 0, apart, ROUNDING),
    reach('drawn', 2, outputs('additive', { keys: 'drawn' })[0]?.[0], NEARLY_NOTHING),
    reach('drawnDot', 2, outputs('dot', { keys: 'drawn' })[0]?.[0], NEARLY_NOTHING),
  ];
});

const heatmap = probe(with_({ keys: 'ones', score: 'dot' }), (engine) => {
  const sample = (score: State['score']) =>
    computeSample({ score, keys: 'ones', seed: 1, precision: FLOAT64 }, engine);
  const [additive, dot] = [sample('additive'), sample('dot')];
  const [matrices, queries] = additive.shape;
  const apart = largestDifference(additive.weights.flat(), dot.weights.flat());
  return [
    claim('rows', 2, additive.weights.length),
    claim('columns', 10, additive.weights[0]?.length),
    claim('apart', 0, apart, ROUNDING),
    reach('queries', 2, queries),
    reach('matrices', 1, matrices),
  ];
});

/** Tests the shapes in line 102 of source document 001: queries (2, 1, 8) become (2, 1, 1, 8); keys (2, 10, 8). */
const expand = probe(with_({ keys: 'drawn', score: 'additive' }), (engine) => {
  const { shape: sides } = computeSample(
    { score: 'additive', keys: 'drawn', seed: 1, precision: FLOAT64 },
    engine,
  );
  const [matrices, queries, keys = Number.NaN] = sides;
  const expanded = [matrices, queries, 1, HIDDEN];
  return [
    claim('scores', 10, keys),
    reach('axes', 3, expanded.length),
    reach('length', keys, expanded[2]),
  ];
});

const at = (engine: Engine, change: Partial<State>): Numbers => compute(with_(change), engine);

/** The errata (web/src/ledger) give numbers with three decimals. The tolerance is half a unit of the third. */
const THREE_DECIMALS = 5e-4;

const leakOf = (engine: Engine, treatment: Treatment, change: Partial<State>): number =>
  at(engine, change).treated[treatment]().leaks[1] ?? Number.NaN;

/**
 * Valid lengths for which the second query has two visible keys. Their scores are −2 and −2.5 times the state's `size`.
 * With a large `size`, these scores are below the constant that replaces hidden scores, so hidden keys get weight.
 */
const LOW = { lens: [3, 2, 4, 1, 5] } as const;

const leak = probe(with_({ ...LOW, size: 1e4, treatment: 'fill4' }), (engine) => {
  const far = { ...LOW, size: 1e4 };
  return [
    claim('usual', 0, leakOf(engine, 'fill4', LOW), NEARLY_NOTHING),
    claim('hundred', 0, leakOf(engine, 'fill4', { ...LOW, size: 100 }), NEARLY_NOTHING),
    reach('low', 0, leakOf(engine, 'fill4', far), NEARLY_NOTHING),
    reach('million', 0, leakOf(engine, 'fill6', { ...LOW, size: 1e6 }), NEARLY_NOTHING),
    claim('infinity', 0, leakOf(engine, 'infinity', far), NEARLY_NOTHING),
  ];
});

/** Valid lengths for which the second query has no visible key. */
const NOBODY = { lens: [3, 0, 4, 1, 5] } as const;

const empty = probe(with_({ ...NOBODY, treatment: 'fill9' }), (engine) => {
  const usual = at(engine, LOW).treated;
  const nobody = at(engine, NOBODY).treated;
  const first = (id: Treatment) => nobody[id]().weights[1]?.[0];
  const open = at(engine, {}).treated.exclude().weights[1]?.[0] ?? Number.NaN;
  return [
    claim('usual4', 0, usual.fill4().leaks[1], NEARLY_NOTHING),
    claim('usual6', 0, usual.fill6().leaks[1], NEARLY_NOTHING),
    claim('usual9', 0, usual.fill9().leaks[1], NEARLY_NOTHING),
    claim('usual20', 0, usual.fill20().leaks[1], NEARLY_NOTHING),
    reach('empty4', 0, first('fill4'), NEARLY_NOTHING),
    reach('empty9', 0, first('fill9'), NEARLY_NOTHING),
    reach('empty20', 0, first('fill20'), NEARLY_NOTHING),
    reach('infinity', 0, first('infinity'), NEARLY_NOTHING),
    shown('added', open, first('add9')),
  ];
});

/**
 * The scores QKᵀ/√4 of the first head for the reference input of document 002's TensorFlow class (document 002 is a
 * source text, see web/src/ledger).
 */
const ENERGIES = { shape: [3, 3], data: [0.5, 0, -0.5, 0, 0.5, 1, -0.5, 1, 2.5] };
const LOWER_TRIANGLE = { shape: [3, 3], data: [1, 0, 0, 1, 1, 0, 1, 1, 1] };
const LATER = { shape: [3, 3], data: [0, 1, 1, 0, 0, 1, 0, 0, 0] };

/**
 * Tests that two classes of source document 002 use opposite mask conventions. The verdict is not "fails", because the
 * document does not claim that their conventions agree.
 */
const convention = probe(
  with_({ causal: 'on', convention: 'hide', treatment: 'add9' }),
  (engine) => {
    const read = (precision: State['precision'], hideMask = LOWER_TRIANGLE) =>
      engine.maskedSoftmax({
        precision,
        scores: ENERGIES,
        hideMask,
        maskMethod: 'add',
        fill: -1e9,
      }).weights.data;
    const right = engine.maskedSoftmax({
      precision: 'float64',
      scores: ENERGIES,
      keepMask: LOWER_TRIANGLE,
    }).weights.data;
    const [read64, read32] = [read('float64'), read('float32')];
    return [
      claim('kept', 1, right[0], NEARLY_NOTHING),
      claim('hides', 1, read('float64', LATER)[0], NEARLY_NOTHING),
      reach('own', 1, read64[0], NEARLY_NOTHING),
      reach('next', 0, read64[1], THREE_DECIMALS),
      reach('last', 0, read64[2], THREE_DECIMALS),
      reach('empty64', right[6] ?? Number.NaN, read64[6], THREE_DECIMALS),
      reach('empty32', right[6] ?? Number.NaN, read32[6], THREE_DECIMALS),
    ];
  },
);

/**
 * Tests attention on a token of zeros, without and with a bias of the values. Without a bias, the output is 0. With a
 * bias, as Dense layers have it, the output is not 0: here it is 1.
 */
const biases = probe(with_({ convention: 'hide', treatment: 'add9' }), (engine) => {
  const token = { shape: [1, 2], data: [0, 0] };
  const W = identity(2);
  const ones = { shape: [2], data: [1, 1] };
  const outputOf = (b_v?: typeof ones) =>
    engine.multiHead({
      ...{ precision: 'float64', queries: token, keys: token, values: token, numHeads: 1 },
      ...{ W_q: W, W_k: W, W_v: W, W_o: W },
      ...(b_v ? { b_v } : {}),
    }).output.data[0];
  return [claim('without', 0, outputOf()), reach('with', 0, outputOf(ones))];
});

/**
 * Tests the causal mask by changing the scores of the last key. Only the last query attends to this key, so the weights
 * of the other queries must not change.
 */
const causal = probe(with_({ causal: 'on' }), (engine) => {
  const { treated, scores } = at(engine, { causal: 'on' });
  const changed = engine.maskedSoftmax({
    precision: 'float64',
    scores: { shape: [5, 5], data: scores.flatMap((row) => row.with(4, 100)) },
    causal: true,
  }).weights.data;
  const apart = (i: number) =>
    largestDifference(treated.exclude().weights[i], changed.subarray(i * 5, (i + 1) * 5));
  return [
    claim('first', 1, treated.exclude().weights[0]?.[0]),
    ...['second', 'third', 'fourth'].map((id, i) => claim(id, 0, apart(i + 1))),
    claim('fifth', 1, changed[24], NEARLY_NOTHING),
  ];
});

export const experiments = experimentsOf<State>({
  ...{ causal, empty, leak, convention, biases },
  ...{ lens, inplace, shape, expand, equal, heatmap },
});
