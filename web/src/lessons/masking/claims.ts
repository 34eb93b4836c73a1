// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import { claim, type Experiment, experimentsOf, type Probe, reach, shown } from '../experiment.ts';
import { compute, type Numbers, type State, type Treatment, with_ } from './compute.ts';
import { printed } from './printed-claims.ts';

const at = (engine: Engine, change: Partial<State>): Numbers => compute(with_(change), engine);

/** Tolerance for a claim that a number is "about 0". */
const NEARLY_NOTHING = 1e-6;
/** The errata (web/src/ledger) give numbers with three decimals. The tolerance is half a unit of the third. */
const THREE_DECIMALS = 5e-4;

const leakOf = (engine: Engine, treatment: Treatment, change: Partial<State>): number =>
  at(engine, change).treated[treatment]().leaks[1] ?? Number.NaN;

/**
 * Valid lengths for which the second query has two visible keys. Their scores are −2 and −2.5 times the state's `size`.
 * With a large `size`, they are below the constant that replaces hidden scores, so hidden keys get weight.
 */
const LOW = { lens: [3, 2, 4, 1, 5] } as const;

const leak: Probe<State> = {
  state: with_({ ...LOW, size: 1e4, treatment: 'fill4' }),
  measure: (engine) => {
    const far = { ...LOW, size: 1e4 };
    return [
      claim('usual', 0, leakOf(engine, 'fill4', LOW), NEARLY_NOTHING),
      claim('hundred', 0, leakOf(engine, 'fill4', { ...LOW, size: 100 }), NEARLY_NOTHING),
      reach('low', 0, leakOf(engine, 'fill4', far), NEARLY_NOTHING),
      reach('million', 0, leakOf(engine, 'fill6', { ...LOW, size: 1e6 }), NEARLY_NOTHING),
      claim('infinity', 0, leakOf(engine, 'infinity', far), NEARLY_NOTHING),
    ];
  },
};

/** Valid lengths for which the second query has no visible key. */
const NOBODY = { lens: [3, 0, 4, 1, 5] } as const;

const empty: Probe<State> = {
  state: with_({ ...NOBODY, treatment: 'fill9' }),
  measure: (engine) => {
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
  },
};

/**
 * The scores QKᵀ/√4 of the first head for the reference input of document 002's TensorFlow class (document 002 is a
 * source text, see web/src/ledger).
 */
const ENERGIES = { shape: [3, 3], data: [0.5, 0, -0.5, 0, 0.5, 1, -0.5, 1, 2.5] };
const LOWER_TRIANGLE = { shape: [3, 3], data: [1, 0, 0, 1, 1, 0, 1, 1, 1] };
const LATER = { shape: [3, 3], data: [0, 1, 1, 0, 0, 1, 0, 0, 0] };

/**
 * Tests that two classes of source document 002 use opposite mask conventions. The verdict is not "fails", because the
 * document does not claim that they use the same one.
 */
const convention: Probe<State> = {
  state: with_({ causal: 'on', convention: 'hide', treatment: 'add9' }),
  measure: (engine) => {
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
};

/**
 * Tests a layer with and one without a bias on a token of zeros. Without a bias, the output is 0. A Dense layer has a
 * bias, which is 1 here.
 */
const biases: Probe<State> = {
  state: with_({ convention: 'hide', treatment: 'add9' }),
  measure: (engine) => {
    const token = { shape: [1, 2], data: [0, 0] };
    const W = { shape: [2, 2], data: [1, 0, 0, 1] };
    const ones = { shape: [2], data: [1, 1] };
    const outputOf = (b_v?: typeof ones) =>
      engine.multiHead({
        ...{ precision: 'float64', queries: token, keys: token, values: token, numHeads: 1 },
        ...{ W_q: W, W_k: W, W_v: W, W_o: W },
        ...(b_v ? { b_v } : {}),
      }).output.data[0];
    return [claim('without', 0, outputOf()), reach('with', 0, outputOf(ones))];
  },
};

/**
 * Tests the causal mask by changing the scores of the last key. Only the last query attends to this key, so only its
 * weights may change.
 */
const causal: Probe<State> = {
  state: with_({ causal: 'on' }),
  measure: (engine) => {
    const { treated, scores } = at(engine, { causal: 'on' });
    const changed = engine.maskedSoftmax({
      precision: 'float64',
      scores: { shape: [5, 5], data: scores.flatMap((row) => row.with(4, 100)) },
      causal: true,
    }).weights.data;
    const apart = (i: number) =>
      Math.max(
        ...(treated.exclude().weights[i] ?? []).map((weight, j) =>
          Math.abs(weight - (changed[i * 5 + j] as number)),
        ),
      );
    return [
      claim('first', 1, treated.exclude().weights[0]?.[0]),
      ...['second', 'third', 'fourth'].map((id, i) => claim(id, 0, apart(i + 1))),
      claim('fifth', 1, changed[24], NEARLY_NOTHING),
    ];
  },
};

/** The experiments on the claims, in the order of the page Verify. */
export const experiments: readonly Experiment<State>[] = [
  ...experimentsOf<State>({ causal, empty, leak, convention, biases }),
  ...printed,
];
