// SPDX-License-Identifier: MIT
// Computes the scores and the weights that each of five score functions gives to the same queries and keys.
import type { AdditiveParameters, Engine, Precision, Tensor } from '../../engine/index.ts';
import { dotsOf, rowsOf } from '../matrix.ts';

/** The score functions in display order. */
export const KINDS = ['dot', 'scaled', 'bilinear', 'additive', 'gaussian'] as const;
type Kind = (typeof KINDS)[number];

/** The number of components of a query and of a key. */
const WIDTH = 2;
/** The number of hidden units. */
export const UNITS = 3;

/** Queries and keys, and the parameters of the score functions. Each matrix is a list, row by row. */
export interface State {
  readonly queries: readonly number[];
  readonly keys: readonly number[];
  readonly W_q: readonly number[];
  readonly W_k: readonly number[];
  readonly w_v: readonly number[];
  readonly bias: readonly number[];
  readonly biased: 'without' | 'with';
  readonly sigma: number;
  /** Whether the signs of all queries and keys are flipped. */
  readonly flip: 'none' | 'both';
  readonly precision: Precision;
}

export const EXAMPLE: State = Object.freeze({
  queries: [1.5, 0.5, -1, 1.5],
  keys: [3, 1.5, 0.6, 1.4, -2, 0.5, 0.5, -2.5],
  W_q: [0.5, -0.3, 0.8, 0.2, -0.4, 0.9],
  W_k: [0.6, 0.4, -0.5, -0.7, 0.2, -0.8],
  w_v: [0.7, 1.2, -0.9],
  bias: [0.5, -0.5, 0.2],
  biased: 'without',
  sigma: 1,
  flip: 'none',
  precision: 'float64',
});

export const with_ = (change: Partial<State>): State => Object.freeze({ ...EXAMPLE, ...change });

/** Negates numbers by 0 − x, because −x turns 0 into −0, which would be displayed as a negative number. */
const negated = (list: readonly number[]): readonly number[] => list.map((x) => 0 - x);
const tensor = (data: ArrayLike<number>, columns: number): Tensor => ({
  shape: [data.length / columns, columns],
  data,
});

/** The queries and keys of a state, with all signs flipped if `flip` is `both`. */
export function vectorsOf({ queries, keys, flip }: Pick<State, 'queries' | 'keys' | 'flip'>) {
  const of = (list: readonly number[]) => tensor(flip === 'both' ? negated(list) : list, WIDTH);
  return { queries: of(queries), keys: of(keys) };
}

export const parametersOf = ({ W_q, W_k, w_v, bias, biased }: State): AdditiveParameters => ({
  W_q: tensor(W_q, WIDTH),
  W_k: tensor(W_k, WIDTH),
  w_v: { shape: [UNITS], data: w_v },
  bias: biased === 'with' ? { shape: [UNITS], data: bias } : undefined,
});

/**
 * Computes the hidden units of the additive score. The input of a unit is the dot product of (q, k, 1) with the unit's
 * row of (W_q, W_k, bias). The output of a unit is computed as the additive score of a network with one unit and v = 1.
 */
function hiddenUnits(engine: Engine, state: State) {
  const { precision } = state;
  const { queries, keys } = vectorsOf(state);
  const { W_q, W_k, bias } = parametersOf(state);
  const [q, k] = [rowsOf(queries), rowsOf(keys)];
  const pairs = q.flatMap((query) => k.flatMap((key) => [...query, ...key, 1]));
  const [of_q, of_k] = [rowsOf(W_q), rowsOf(W_k)];
  const rows = of_q.flatMap((row, r) => [...row, ...(of_k[r] ?? []), bias?.data[r] ?? 0]);
  const columns = 2 * WIDTH + 1;
  const sums = dotsOf(engine, tensor(pairs, columns), tensor(rows, columns), precision);
  const [zero, one] = [tensor([0], 1), tensor([1], 1)];
  const units = engine.additiveScores({
    ...{ precision, queries: { shape: [sums.data.length, 1], data: sums.data }, keys: zero },
    ...{ W_q: one, W_k: one, w_v: { shape: [1], data: [1] } },
  });
  const byPair = ({ data }: Tensor) => {
    const list = rowsOf(tensor(data, UNITS));
    return q.map((_, i) => list.slice(i * k.length, (i + 1) * k.length));
  };
  return { sums: byPair(sums), units: byPair(units) };
}

export function compute(state: State, engine: Engine) {
  const { precision, sigma } = state;
  const { queries, keys } = vectorsOf(state);
  const common = { precision, queries, keys, values: keys, divisor: 'none' } as const;
  const parameters = parametersOf(state);
  const projected = {
    queries: dotsOf(engine, queries, parameters.W_q, precision),
    keys: dotsOf(engine, keys, parameters.W_k, precision),
  };
  const answers = {
    dot: engine.attention(common),
    scaled: engine.attention({ ...common, divisor: 'sqrt_dk' }),
    bilinear: engine.attention({ ...common, ...projected }),
    additive: engine.attention({ ...common, score: 'additive', ...parameters }),
    gaussian: engine.attention({ ...common, score: 'gaussian', sigma }),
  };
  /** Scores and weights of shape (m, n), for m queries and n keys. */
  const scoredOf = ({
    scaledScores,
    weights,
  }: Readonly<Record<'scaledScores' | 'weights', Tensor>>) => ({
    scores: rowsOf(scaledScores),
    weights: rowsOf(weights),
  });
  const scored = KINDS.map((kind) => [kind, scoredOf(answers[kind])]);
  return {
    ...(Object.fromEntries(scored) as Record<Kind, ReturnType<typeof scoredOf>>),
    ...{ queries: rowsOf(queries), keys: rowsOf(keys) },
    projected: { queries: rowsOf(projected.queries), keys: rowsOf(projected.keys) },
    /** The input (`sums`) and the output (`units`) of each hidden unit, for each query and key. */
    ...hiddenUnits(engine, state),
  };
}

export type Numbers = ReturnType<typeof compute>;
