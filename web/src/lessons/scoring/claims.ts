// SPDX-License-Identifier: MIT
// Experiments on claims about formulas and about the attention classes of the source documents.
import { claim, type Experiment, experimentsOf, type Probe, reach } from '../experiment.ts';
import { drawnClaims } from './claims-drawn.ts';
import { learnedClaims } from './claims-learned.ts';
import {
  additiveClass,
  dotClass,
  gradientOf,
  hiddenLayer,
  INPUTS,
  multiplicative,
  oneQuery,
  squeezed,
} from './classes.ts';
import { compute, EXAMPLE, type State, with_ } from './compute.ts';

/** Tolerance for rounding errors. The expected numbers have at least twelve decimals. */
const ROUNDING = 1e-12;

const additive: Probe<State> = {
  state: EXAMPLE,
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

const printed: Probe<State> = {
  state: EXAMPLE,
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

const shapes: Probe<State> = {
  state: EXAMPLE,
  measure: (engine) => {
    const { scores, weights } = additiveClass(engine);
    return [
      claim('scores', 3, scores.shape.length),
      claim('weights', 3, weights.shape.length),
      claim('values', 5, INPUTS.values.shape.length),
    ];
  },
};

const dot: Probe<State> = {
  state: EXAMPLE,
  measure: (engine) => {
    const { scaledScores, weights } = dotClass(engine);
    return [
      claim('score', 0.026757726701829517, scaledScores.data[0], ROUNDING),
      claim('weight', 0.34516867460611067, weights.data[0], ROUNDING),
      claim('padding', 0, weights.data[3]),
    ];
  },
};

const forms: Probe<State> = {
  state: EXAMPLE,
  measure: (engine) => [
    claim('add', -0.39684838647377907, additiveClass(engine).scores.data[0], ROUNDING),
    // The expected number was computed by hand: (0.275, 0.8)·(0.7, 0.2).
    claim('mul', 0.3525, multiplicative(engine), ROUNDING),
  ],
};

const brackets: Probe<State> = {
  state: EXAMPLE,
  measure: (engine) => {
    const { inner, outer } = hiddenLayer(engine);
    return [
      claim('layer', -0.39684838647377907, inner.data[0], ROUNDING),
      claim('inner', 1, inner.data.length),
      reach('matrix', 1, outer.data.length),
    ];
  },
};

/**
 * Tests the claim that adding W_q q and W_k k is simpler than multiplying them. The sum itself needs no
 * multiplication. But it is a vector, and the score multiplies each of its entries, after tanh, by an entry of v.
 */
const addition: Probe<State> = {
  state: EXAMPLE,
  measure: (engine) => {
    const { sums, units, projected } = compute(EXAMPLE, engine);
    const [q, k] = [projected.queries[0], projected.keys[0]];
    const added = sums[0]?.[0]?.map(
      (sum, i) => sum - ((q?.[i] ?? Number.NaN) + (k?.[i] ?? Number.NaN)),
    );
    return [
      claim('sum', 0, Math.max(...(added ?? [Number.NaN]).map(Math.abs)), ROUNDING),
      reach('score', 0, units[0]?.[0]?.length),
    ];
  },
};

const FLIPPED = with_({ flip: 'both' });

const odd: Probe<State> = {
  state: FLIPPED,
  measure: (engine) => {
    const [before, after] = [compute(EXAMPLE, engine), compute(FLIPPED, engine)];
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

/** The experiments on the claims, in the order of the page Verify. */
export const experiments: readonly Experiment<State>[] = [
  ...experimentsOf<State>({ additive, forms, brackets, addition, printed, shapes, dot, odd }),
  ...learnedClaims,
  ...drawnClaims,
];
