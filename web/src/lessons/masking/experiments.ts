// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import { claim, type Experiment, reach } from '../experiment.ts';
import { compute, type Numbers } from './compute.ts';
import { printed } from './experiments-printed.ts';
import { fields, type State, type Treatment } from './state.ts';

const INITIAL = initialState(fields);
const with_ = (change: Partial<State>): State => Object.freeze({ ...INITIAL, ...change });
const at = (engine: Engine, change: Partial<State>): Numbers => compute(with_(change), engine);

/** What a reader would still call 0, or the same. */
const NEARLY_NOTHING = 1e-6;
/** Of the errata's three decimals. */
const THREE_DECIMALS = 5e-4;

const leakOf = (engine: Engine, treatment: Treatment, change: Partial<State>): number =>
  at(engine, change).treated[treatment].leak;

/** The second query sees two keys, whose scores are −2 and −2.5 times the size. */
const LOW = { lens: [3, 2, 4, 1, 5], row: 2 } as const;

const leak: Experiment<State> = {
  id: 'leak',
  decides: ['004-15', 'E-45'],
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

/** The second query sees nobody. */
const NOBODY = { lens: [3, 0, 4, 1, 5], row: 2 } as const;

const empty: Experiment<State> = {
  id: 'empty',
  decides: ['E-15'],
  state: with_({ ...NOBODY, treatment: 'fill9' }),
  measure: (engine) => {
    const usual = at(engine, LOW).treated;
    const nobody = at(engine, NOBODY).treated;
    const first = (id: Treatment) => nobody[id].weights[1]?.[0];
    return [
      claim('usual4', 0, usual.fill4.leak, NEARLY_NOTHING),
      claim('usual6', 0, usual.fill6.leak, NEARLY_NOTHING),
      claim('usual9', 0, usual.fill9.leak, NEARLY_NOTHING),
      claim('usual20', 0, usual.fill20.leak, NEARLY_NOTHING),
      reach('empty4', 0, first('fill4'), NEARLY_NOTHING),
      reach('empty9', 0, first('fill9'), NEARLY_NOTHING),
      reach('empty20', 0, first('fill20'), NEARLY_NOTHING),
      reach('infinity', 0, first('infinity'), NEARLY_NOTHING),
    ];
  },
};

/** Of our reference case for document 002's TensorFlow class: its first head's scores, energies over √4. */
const ENERGIES = { shape: [3, 3], data: [0.5, 0, -0.5, 0, 0.5, 1, -0.5, 1, 2.5] };
const LOWER_TRIANGLE = { shape: [3, 3], data: [1, 0, 0, 1, 1, 0, 1, 1, 1] };

const convention: Experiment<State> = {
  id: 'convention',
  decides: ['E-33'],
  state: with_({ lensKind: 'none', causal: 'on', convention: 'hide', treatment: 'add9', row: 1 }),
  measure: (engine) => {
    const read = (precision: State['precision']) =>
      engine.maskedSoftmax({
        precision,
        scores: ENERGIES,
        hideMask: LOWER_TRIANGLE,
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
      reach('kept', 1, right[0], NEARLY_NOTHING),
      claim('own', 1, read64[0], NEARLY_NOTHING),
      claim('next', 0, read64[1], THREE_DECIMALS),
      claim('last', 0, read64[2], THREE_DECIMALS),
      reach('empty64', right[6] ?? Number.NaN, read64[6], THREE_DECIMALS),
      reach('empty32', right[6] ?? Number.NaN, read32[6], THREE_DECIMALS),
    ];
  },
};

/** What lies in the future of the first four queries. */
const causal: Experiment<State> = {
  id: 'causal',
  decides: [],
  state: with_({ lensKind: 'none', causal: 'on', row: 3 }),
  measure: (engine) => {
    const { treated, scores } = at(engine, { lensKind: 'none', causal: 'on' });
    const changed = engine.maskedSoftmax({
      precision: 'float64',
      scores: { shape: [5, 5], data: scores.flatMap((row) => row.with(4, 100)) },
      causal: true,
    }).weights.data;
    const apart = (i: number) =>
      Math.max(
        ...(treated.exclude.weights[i] ?? []).map((weight, j) =>
          Math.abs(weight - (changed[i * 5 + j] as number)),
        ),
      );
    return [
      claim('first', 1, treated.exclude.weights[0]?.[0]),
      ...['second', 'third', 'fourth'].map((id, i) => claim(id, 0, apart(i + 1))),
      claim('fifth', 1, changed[24], NEARLY_NOTHING),
    ];
  },
};

/** The lesson's statements, in the order in which the page puts them to the test. */
export const experiments: readonly Experiment<State>[] = [
  causal,
  empty,
  leak,
  convention,
  ...printed(with_),
];
