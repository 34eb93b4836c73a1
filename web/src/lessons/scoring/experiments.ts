// SPDX-License-Identifier: MIT
import { initialState } from '../../state/fields.ts';
import { claim, type Experiment, reach } from '../experiment.ts';
import {
  additiveClass,
  dotClass,
  EXAMPLE,
  gradientOf,
  hiddenLayer,
  multiplicative,
  oneQuery,
  squeezed,
} from './classes.ts';
import { compute } from './compute.ts';
import { drawnExperiments } from './experiments-drawn.ts';
import { learnedExperiments } from './experiments-learned.ts';
import { fields, type State } from './state.ts';

const INITIAL = initialState(fields);
const with_ = (change: Partial<State>): State => Object.freeze({ ...INITIAL, ...change });

/** The golden numbers are given to twelve places and more. */
const ROUNDING = 1e-12;

const additive: Experiment<State> = {
  id: 'additive',
  decides: ['001-11'],
  state: with_({ shown: 'scores' }),
  measure: (engine) => {
    const { scores } = additiveClass(engine);
    const { w_v } = gradientOf(engine);
    return [
      claim('first', -0.39684838647377907, scores.data[0], ROUNDING),
      claim('last', -0.008234298315391186, scores.data[7], ROUNDING),
      reach('v', 0, w_v?.data[0], ROUNDING),
    ];
  },
};

const printed: Experiment<State> = {
  id: 'printed',
  decides: ['001-20', 'E-25'],
  state: INITIAL,
  measure: (engine) => {
    const { weights, output } = additiveClass(engine);
    return [
      claim('weight', 0.6212833508422708, weights.data[0], ROUNDING),
      claim('output', 1.8524741925736707, output.data[0], ROUNDING),
      claim('two', 3, squeezed(output.shape)),
      claim('one', 3, squeezed(oneQuery(engine).output.shape)),
    ];
  },
};

const shapes: Experiment<State> = {
  id: 'shapes',
  decides: ['001-21', 'E-26'],
  state: INITIAL,
  measure: (engine) => {
    const { scores, weights } = additiveClass(engine);
    return [
      claim('scores', 3, scores.shape.length),
      claim('weights', 3, weights.shape.length),
      claim('values', 5, EXAMPLE.values.shape.length),
    ];
  },
};

const dot: Experiment<State> = {
  id: 'dot',
  decides: ['001-24'],
  state: with_({ shown: 'scores' }),
  measure: (engine) => {
    const { scaledScores, weights } = dotClass(engine);
    return [
      claim('score', 0.026757726701829517, scaledScores.data[0], ROUNDING),
      claim('weight', 0.34516867460611067, weights.data[0], ROUNDING),
      claim('padding', 0, weights.data[3]),
    ];
  },
};

const forms: Experiment<State> = {
  id: 'forms',
  decides: ['003-14'],
  state: INITIAL,
  measure: (engine) => [
    claim('add', -0.39684838647377907, additiveClass(engine).scores.data[0], ROUNDING),
    // (0.275, 0.8)·(0.7, 0.2), by hand.
    claim('mul', 0.3525, multiplicative(engine), ROUNDING),
  ],
};

const brackets: Experiment<State> = {
  id: 'brackets',
  decides: ['003-15', 'E-37'],
  state: INITIAL,
  measure: (engine) => {
    const { inner, outer } = hiddenLayer(engine);
    return [
      claim('layer', -0.39684838647377907, inner.data[0], ROUNDING),
      claim('inner', 1, inner.data.length),
      reach('matrix', 1, outer.data.length),
    ];
  },
};

const TURNED = with_({ flip: 'both', shown: 'scores' });

const odd: Experiment<State> = {
  id: 'odd',
  decides: [],
  state: TURNED,
  measure: (engine) => {
    const [before, after] = [compute(INITIAL, engine), compute(TURNED, engine)];
    const first = (rows: readonly (readonly number[])[]) => rows[0]?.[0] ?? Number.NaN;
    const score = (change: Partial<State>) => first(compute(with_(change), engine).additive.scores);
    return [
      claim('additive', -first(before.additive.scores), first(after.additive.scores), ROUNDING),
      claim('dot', first(before.dot.scores), first(after.dot.scores), ROUNDING),
      claim('gaussian', first(before.gaussian.scores), first(after.gaussian.scores), ROUNDING),
      reach('bias', -score({ biased: 'with' }), score({ biased: 'with', flip: 'both' }), ROUNDING),
    ];
  },
};
export const experiments: readonly Experiment<State>[] = [
  additive,
  forms,
  brackets,
  printed,
  shapes,
  dot,
  odd,
  ...learnedExperiments,
  ...drawnExperiments,
];
