// SPDX-License-Identifier: MIT
// Experiments on the tests and examples that document 001 prints (a source text, see web/src/ledger).
import type { Engine, Tensor } from '../../engine/index.ts';
import { claim, experimentsOf, type Probe, reach } from '../experiment.ts';
import { EXAMPLE, type State, with_ } from './compute.ts';
import { computeSample, computeTwice, DRAWN, HIDDEN, type SampleState } from './examples.ts';

/** The errata (web/src/ledger) give numbers with four decimals. The tolerance is half a unit of the fourth. */
const FOUR_DECIMALS = 5e-5;
const ROUNDING = 1e-12;
/** Tolerance for a claim that two numbers are "about the same". */
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

/**
 * The largest weight in row `i` among the keys from `from` on. The rows of both matrices are numbered consecutively.
 */
const rest = (weights: Float64Array, i: number, from: number): number =>
  Math.max(...weights.subarray(i * 4 + from, (i + 1) * 4));

const lens: Probe<State> = {
  state: with_({ firstLens: [0, 3] }),
  measure: (engine) => {
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
  },
};

const inplace: Probe<State> = {
  state: with_({ firstLens: [2, 3] }),
  measure: (engine) => {
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
  },
};

const shape: Probe<State> = {
  state: EXAMPLE,
  measure: (engine) => {
    const { shape: sides } = engine.maskedSoftmax({ precision: FLOAT64, scores: DRAWN }).weights;
    const [matrices = Number.NaN, rows, columns] = sides;
    return [
      claim('axes', 2, sides.length),
      reach('matrices', 2, matrices),
      claim('rows', 4, rows),
      claim('columns', 3, columns),
    ];
  },
};

const equal: Probe<State> = {
  state: with_({ keys: 'ones', score: 'additive' }),
  measure: (engine) => {
    const outputs = (score: State['score'], change: Partial<SampleState> = {}) =>
      computeSample({ score, keys: 'ones', seed: 1, precision: FLOAT64, ...change }, engine).output;
    const [additive, dot] = [outputs('additive'), outputs('dot')];
    const all = SEEDS.flatMap((seed) => [
      outputs('additive', { seed }).flat(),
      outputs('dot', { seed }).flat(),
    ]);
    const apart = Math.max(
      ...all.flatMap((one) => one.map((x, i) => Math.abs(x - (all[0]?.[i] ?? Number.NaN)))),
    );
    return [
      claim('additive1', 2, additive[0]?.[0], ROUNDING),
      claim('additive2', 10, additive[1]?.[0], ROUNDING),
      claim('dot1', 2, dot[0]?.[0], ROUNDING),
      claim('dot2', 10, dot[1]?.[0], ROUNDING),
      claim('apart', 0, apart, ROUNDING),
      reach('drawn', 2, outputs('additive', { keys: 'drawn' })[0]?.[0], NEARLY_NOTHING),
      reach('drawnDot', 2, outputs('dot', { keys: 'drawn' })[0]?.[0], NEARLY_NOTHING),
    ];
  },
};

const heatmap: Probe<State> = {
  state: with_({ keys: 'ones', score: 'dot' }),
  measure: (engine) => {
    const sample = (score: State['score']) =>
      computeSample({ score, keys: 'ones', seed: 1, precision: FLOAT64 }, engine);
    const [additive, dot] = [sample('additive'), sample('dot')];
    const [matrices, queries] = additive.shape;
    const apart = Math.max(
      ...additive.weights.flatMap((row, i) =>
        row.map((weight, j) => Math.abs(weight - (dot.weights[i]?.[j] ?? Number.NaN))),
      ),
    );
    return [
      claim('rows', 2, additive.weights.length),
      claim('columns', 10, additive.weights[0]?.length),
      claim('apart', 0, apart, ROUNDING),
      reach('queries', 2, queries),
      reach('matrices', 1, matrices),
    ];
  },
};

/** Tests the shapes in line 102 of document 001: queries (2, 1, 8) become (2, 1, 1, 8); keys are (2, 10, 8). */
const expand: Probe<State> = {
  state: with_({ keys: 'drawn', score: 'additive' }),
  measure: (engine) => {
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
  },
};

/** The experiments on the claims of source document 001. */
export const printed = experimentsOf<State>({ lens, inplace, shape, expand, equal, heatmap });
