// SPDX-License-Identifier: MIT
import { type Engine, KERNELS } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import type { Experiment, Measurement } from '../experiment.ts';
import { compute } from './compute.ts';
import { planeExperiments } from './plane/experiments.ts';
import { fields, type State } from './state.ts';

const DOCUMENT = initialState(fields);
const with_ = (change: Partial<State>): State => Object.freeze({ ...DOCUMENT, ...change });

const predict = (engine: Engine, change: Partial<State>): number =>
  compute(with_(change), engine).prediction;

/** "≈ 0", "≈ ½" and a value given to one decimal: what a reader would still call the same. */
const ROUNDED = 1e-7;
/** Rounding of a sum of three float64 numbers near 1. */
const ROUNDING = 4e-16;
const WIDE = 1_000;
const NARROW = 0.05;

/** A boxcar that reaches just the two neighbours is the mean that the document starts from. */
const neighbours: Experiment<State> = {
  id: 'neighbours',
  decides: ['001-01', '001-02', '001-03'],
  state: with_({ kernel: 'boxcar' }),
  measure: (engine) => {
    const { keyStages, prediction: mean } = compute(with_({ kernel: 'boxcar' }), engine);
    const [far, below, above] = keyStages.map(({ weight }) => weight);
    return [
      { id: 'mean', expected: 45.5, computed: mean, tolerance: 0, tests: 'claim' },
      { ...weightOf('far', 0, far), tolerance: 0 },
      { ...weightOf('below', 0.5, below), tolerance: 0 },
      { ...weightOf('above', 0.5, above), tolerance: 0 },
    ];
  },
};

const prediction: Experiment<State> = {
  id: 'prediction',
  decides: ['001-09'],
  state: with_({ precision: 'float32' }),
  measure: (engine) => {
    const float32 = predict(engine, { precision: 'float32' });
    const float64 = predict(engine, { precision: 'float64' });
    const expected = 45.5;
    return [
      { id: 'float32', expected, computed: float32, tolerance: 0, tests: 'claim' },
      { id: 'float64', expected, computed: float64, tolerance: 0, tests: 'reach' },
    ];
  },
};

const weights: Experiment<State> = {
  id: 'weights',
  decides: ['001-07', '001-08'],
  state: with_({}),
  measure: (engine) => {
    const [far, below, above] = compute(DOCUMENT, engine).keyStages.map(({ weight }) => weight);
    const heavy = predict(engine, { values: [400, 43, 48] });
    return [
      weightOf('far', 0, far),
      weightOf('below', 0.5, below),
      weightOf('above', 0.5, above),
      { id: 'heavy', expected: 45.5, computed: heavy, tolerance: 1e-5, tests: 'claim' },
    ];
  },
};

const weightOf = (id: string, expected: number, computed = Number.NaN): Measurement => ({
  id,
  expected,
  computed,
  tolerance: ROUNDED,
  tests: 'claim',
});

const printedSign: Experiment<State> = {
  id: 'printed-sign',
  decides: ['001-06', 'E-17'],
  state: with_({ sign: 'plus' }),
  measure: (engine) => {
    const printed = compute(with_({ sign: 'plus' }), engine);
    const far = printed.keyStages[0]?.weight ?? Number.NaN;
    return [
      { ...weightOf('far', 0, far), tolerance: ROUNDED },
      {
        id: 'printed',
        expected: 45.5,
        computed: printed.prediction,
        tolerance: 0.05,
        tests: 'claim',
      },
      {
        id: 'minus',
        expected: 45.5,
        computed: predict(engine, {}),
        tolerance: 0.05,
        tests: 'reach',
      },
    ];
  },
};

const normalised: Experiment<State> = {
  id: 'normalised',
  decides: ['001-04', '001-05'],
  state: with_({ kernel: 'boxcar', query: 48 }),
  measure: (engine) => [
    ...KERNELS.map((kernel): Measurement => {
      const { weightSum } = compute(with_({ kernel, sigma: 3 }), engine);
      return { id: kernel, expected: 1, computed: weightSum, tolerance: ROUNDING, tests: 'claim' };
    }),
    {
      id: 'empty',
      expected: 1,
      computed: compute(with_({ kernel: 'boxcar', query: 48 }), engine).weightSum,
      tolerance: ROUNDING,
      tests: 'reach',
    },
  ],
};

const wide: Experiment<State> = {
  id: 'wide',
  decides: [],
  state: with_({ sigma: WIDE }),
  measure: (engine) => overTheSlider(engine, { sigma: WIDE }, (40 + 43 + 48) / 3, 1e-3),
};

const narrow: Experiment<State> = {
  id: 'narrow',
  decides: [],
  state: with_({ sigma: NARROW, query: 55.2 }),
  measure: (engine) => {
    const at = (query: number) => predict(engine, { sigma: NARROW, query });
    return [
      { id: 'below', expected: 43, computed: at(55.2), tolerance: 0, tests: 'claim' },
      { id: 'above', expected: 48, computed: at(57.1), tolerance: 1e-12, tests: 'claim' },
      { id: 'tie', expected: 43, computed: at(57), tolerance: 0, tests: 'reach' },
    ];
  },
};

const dotProduct: Experiment<State> = {
  id: 'dot',
  decides: [],
  state: with_({ kernel: 'dot' }),
  measure: (engine) => [
    ...overTheSlider(engine, { kernel: 'dot' }, 48, 0),
    {
      id: 'negative',
      expected: 48,
      computed: predict(engine, { kernel: 'dot', query: -57 }),
      tolerance: 0,
      tests: 'reach',
    },
  ],
};

/** A statement about every query on the slider stands or falls with the curve's two ends of range. */
function overTheSlider(
  engine: Engine,
  change: Partial<State>,
  expected: number,
  tolerance: number,
): Measurement[] {
  const predictions = compute(with_(change), engine).curve.map((point) => point.prediction);
  const measured = (id: string, computed: number): Measurement => ({
    id,
    expected,
    computed,
    tolerance,
    tests: 'claim',
  });
  return [
    measured('smallest', Math.min(...predictions)),
    measured('largest', Math.max(...predictions)),
  ];
}

/** The lesson's statements, in the order in which the page puts them to the test. */
export const experiments: readonly Experiment<State>[] = [
  neighbours,
  prediction,
  weights,
  printedSign,
  normalised,
  wide,
  narrow,
  dotProduct,
  ...planeExperiments,
];
