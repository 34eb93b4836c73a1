// SPDX-License-Identifier: MIT
// Experiments on claims about formulas and about the attention classes of the source documents.
import type { AttentionInput, Engine, Tensor } from '../../engine/index.ts';
import { claim, experimentsOf, probe, reach } from '../experiment.ts';
import { column, dotsOf, matrix, oneRow } from '../matrix.ts';
import { ROUNDING } from '../tolerances.ts';
import { drawnClaims } from './claims-drawn.ts';
import { learnedClaims } from './claims-learned.ts';
import { compute, EXAMPLE, type State, with_ } from './compute.ts';

const precision = 'float64';

/** Inputs in which all widths differ: two queries with 3 components, four keys with 2, and two hidden units. */
const INPUTS = {
  queries: { shape: [1, 2, 3], data: [1, 0.5, -1, 0.2, -0.3, 0.8] },
  keys: { shape: [1, 4, 2], data: [1, 0, 0, 1, -1, 2, 0.5, 0.5] },
  values: { shape: [1, 4, 2], data: [0, 1, 2, 3, 4, 5, 6, 7] },
  W_q: { shape: [2, 3], data: [0.5, -0.25, 0.1, 0.3, 0.2, -0.4] },
  W_k: { shape: [2, 2], data: [0.7, -0.6, 0.2, 0.9] },
  w_v: { shape: [2], data: [1.5, -2] },
} as const satisfies Record<string, Tensor>;

const FIRST_QUERY: Tensor = { shape: [1, 1, 3], data: [1, 0.5, -1] };

const ADDITIVE: AttentionInput<'float64'> = { precision, score: 'additive', ...INPUTS };

/** Computes the result of the class AdditiveAttention of source document 001. */
export const additiveClass = (engine: Engine) => engine.attention(ADDITIVE);

/** Computes the result of AdditiveAttention for only the first query. */
const oneQuery = (engine: Engine) => engine.attention({ ...ADDITIVE, queries: FIRST_QUERY });

/** The score "Mul" of source document 003: the dot product of W_q q and W_k k, for the first query and key. */
function multiplicative(engine: Engine): number {
  const query = dotsOf(engine, matrix([1, 0.5, -1]), INPUTS.W_q);
  const key = dotsOf(engine, matrix([1, 0]), INPUTS.W_k);
  return dotsOf(engine, query, key).data[0] as number;
}

/** The inner and the outer product of v and the hidden units of the additive score, for the first query and key. */
function hiddenLayer(engine: Engine) {
  const { W_q, W_k, w_v } = INPUTS;
  const unit = (r: number) => {
    const data = w_v.data.map((_, i) => (i === r ? 1 : 0));
    const of = { W_q, W_k, w_v: { shape: [2], data } };
    const { scores } = engine.attention({ ...ADDITIVE, ...of, queries: FIRST_QUERY });
    return scores.data[0] as number;
  };
  const units = [unit(0), unit(1)];
  return {
    inner: dotsOf(engine, oneRow(w_v.data), oneRow(units)),
    outer: dotsOf(engine, column(w_v.data), column(units)),
  };
}

/** The derivative of the output's first entry with respect to each parameter. */
const gradientOf = (engine: Engine) =>
  engine.attentionGradient({
    ...ADDITIVE,
    outputGradient: { shape: [1, 2, 2], data: [1, 0, 0, 0] },
  });

/** The class DotProductAttention of source document 001, with one query and five keys, of which two are padding. */
const dotClass = (engine: Engine) =>
  engine.attention({
    precision,
    queries: { shape: [1, 1, 2], data: [-0.0518, -0.075] },
    keys: {
      shape: [1, 5, 2],
      data: [-1.8923, 0.8024, 0.4288, 1.762, 0.2093, -1.1002, -0.6499, 1.1281, -0.6689, -1.4351],
    },
    values: { shape: [1, 5, 1], data: [1, 2, 3, 4, 5] },
    validLens: { shape: [1], data: [3] },
    maskMethod: 'fill',
    fill: -1e6,
  });

/** The number of axes of a tensor after PyTorch's `squeeze(1)`, which removes the second axis if its length is 1. */
export const squeezed = (shape: readonly number[]): number =>
  shape[1] === 1 ? shape.length - 1 : shape.length;

const additive = probe(EXAMPLE, (engine) => {
  const { scores } = additiveClass(engine);
  const { w_v } = gradientOf(engine);
  return [
    claim('first', -0.39684838647377907, scores.data[0], ROUNDING),
    claim('last', -0.008234298315391186, scores.data[7], ROUNDING),
    reach('v', 0, w_v?.data[0], ROUNDING),
  ];
});

const printed = probe(EXAMPLE, (engine) => {
  const { weights, output } = additiveClass(engine);
  return [
    claim('weight', 0.6212833508422708, weights.data[0], ROUNDING),
    claim('output', 1.8524741925736707, output.data[0], ROUNDING),
    claim('two', 3, squeezed(output.shape)),
    claim('one', 3, squeezed(oneQuery(engine).output.shape)),
  ];
});

const shapes = probe(EXAMPLE, (engine) => {
  const { scores, weights } = additiveClass(engine);
  return [
    claim('scores', 3, scores.shape.length),
    claim('weights', 3, weights.shape.length),
    claim('values', 5, INPUTS.values.shape.length),
  ];
});

const dot = probe(EXAMPLE, (engine) => {
  const { scaledScores, weights } = dotClass(engine);
  return [
    claim('score', 0.026757726701829517, scaledScores.data[0], ROUNDING),
    claim('weight', 0.34516867460611067, weights.data[0], ROUNDING),
    claim('padding', 0, weights.data[3]),
  ];
});

const forms = probe(EXAMPLE, (engine) => [
  claim('add', -0.39684838647377907, additiveClass(engine).scores.data[0], ROUNDING),
  // The expected number was computed by hand: (0.275, 0.8)·(0.7, 0.2).
  claim('mul', 0.3525, multiplicative(engine), ROUNDING),
]);

const brackets = probe(EXAMPLE, (engine) => {
  const { inner, outer } = hiddenLayer(engine);
  return [
    claim('layer', -0.39684838647377907, inner.data[0], ROUNDING),
    claim('inner', 1, inner.data.length),
    reach('matrix', 1, outer.data.length),
  ];
});

/**
 * Tests the claim that adding W_q q and W_k k is simpler than multiplying them. The sum itself needs no
 * multiplication. But it is a vector, and the score multiplies each of its entries, after tanh, by an entry of v.
 */
const addition = probe(EXAMPLE, (engine) => {
  const { sums, units, projected } = compute(EXAMPLE, engine);
  const [q, k] = [projected.queries[0], projected.keys[0]];
  const added = sums[0]?.[0]?.map(
    (sum, i) => sum - ((q?.[i] ?? Number.NaN) + (k?.[i] ?? Number.NaN)),
  );
  return [
    claim('sum', 0, Math.max(...(added ?? [Number.NaN]).map(Math.abs)), ROUNDING),
    reach('score', 0, units[0]?.[0]?.length),
  ];
});

const FLIPPED = with_({ flip: 'both' });

const odd = probe(FLIPPED, (engine) => {
  const [before, after] = [compute(EXAMPLE, engine), compute(FLIPPED, engine)];
  const first = (rows: readonly (readonly number[])[]) => rows[0]?.[0] ?? Number.NaN;
  const score = (change: Partial<State>) => first(compute(with_(change), engine).additive.scores);
  return [
    claim('additive', -first(before.additive.scores), first(after.additive.scores), ROUNDING),
    claim('dot', first(before.dot.scores), first(after.dot.scores), ROUNDING),
    claim('gaussian', first(before.gaussian.scores), first(after.gaussian.scores), ROUNDING),
    reach('bias', -score({ biased: 'with' }), score({ biased: 'with', flip: 'both' }), ROUNDING),
  ];
});

export const experiments = experimentsOf<State>({
  ...{ additive, forms, brackets, addition, printed, shapes, dot, odd },
  ...learnedClaims,
  ...drawnClaims,
});
