// SPDX-License-Identifier: MIT
import type { AdditiveParameters, Engine, Tensor } from '../../engine/index.ts';
import { KINDS, type Kind, type State, UNITS, WIDTH } from './state.ts';

/** What one score makes of the queries and keys. */
export interface Scored {
  /** (m, n) */
  readonly scores: Matrix;
  readonly weights: Matrix;
  /** For each query the key with the largest score; undefined where two share it. */
  readonly best: readonly (number | undefined)[];
}

export type Matrix = readonly (readonly number[])[];

/** All numbers of the picture; every one comes from the engine. */
export interface Numbers extends Readonly<Record<Kind, Scored>> {
  /** As they are compared: turned about, if the reader asks for it. */
  readonly queries: Matrix;
  readonly keys: Matrix;
  /** Additive scores of the same queries and keys, all turned about. */
  readonly mirrored: Matrix;
  /** Of each query with each key: what goes into the hidden units, and what comes out. */
  readonly sums: readonly Matrix[];
  readonly units: readonly Matrix[];
}

/** The rows of a list of numbers. */
export function rowsOf(data: ArrayLike<number>, columns: number): number[][] {
  return Array.from({ length: data.length / columns }, (_, i) =>
    Array.from({ length: columns }, (_, j) => data[i * columns + j] as number),
  );
}

/** −0 would be drawn as a number below 0. */
const turned = (list: readonly number[]): readonly number[] => list.map((x) => 0 - x);
const tensor = (data: readonly number[], columns: number): Tensor => ({
  shape: [data.length / columns, columns],
  data,
});

/** Queries and keys as the state says. */
export function vectorsOf({ queries, keys, flip }: Pick<State, 'queries' | 'keys' | 'flip'>) {
  const of = (list: readonly number[]) => tensor(flip === 'both' ? turned(list) : list, WIDTH);
  return { queries: of(queries), keys: of(keys) };
}

export const parametersOf = ({ W_q, W_k, w_v, bias, biased }: State): AdditiveParameters => ({
  W_q: tensor(W_q, WIDTH),
  W_k: tensor(W_k, WIDTH),
  w_v: { shape: [UNITS], data: w_v },
  bias: biased === 'with' ? { shape: [UNITS], data: bias } : undefined,
});

/** The place of the largest entry, if only one has it. */
export function bestOf(row: readonly number[]): number | undefined {
  const most = Math.max(...row);
  return row.indexOf(most) === row.lastIndexOf(most) ? row.indexOf(most) : undefined;
}

/**
 * Through the hidden units: a unit’s sum is the dot product of (q, k, 1) with its row of (W_q, W_k, bias), and its tanh an
 * additive score of one unit.
 */
function through(engine: Engine, state: State) {
  const { precision } = state;
  const { queries, keys } = vectorsOf(state);
  const { W_q, W_k, bias } = parametersOf(state);
  const [q, k] = [rowsOf(queries.data, WIDTH), rowsOf(keys.data, WIDTH)];
  const pairs = q.flatMap((query) => k.flatMap((key) => [...query, ...key, 1]));
  const [of_q, of_k] = [rowsOf(W_q.data, WIDTH), rowsOf(W_k.data, WIDTH)];
  const rows = of_q.flatMap((row, r) => [...row, ...(of_k[r] ?? []), bias?.data[r] ?? 0]);
  const columns = 2 * WIDTH + 1;
  const sums = engine.scaledDotScores({
    ...{ precision, queries: tensor(pairs, columns), keys: tensor(rows, columns) },
    divisor: 'none',
  });
  const [zero, one] = [tensor([0], 1), tensor([1], 1)];
  const units = engine.additiveScores({
    ...{ precision, queries: { shape: [sums.data.length, 1], data: sums.data }, keys: zero },
    ...{ W_q: one, W_k: one, w_v: { shape: [1], data: [1] } },
  });
  const byPair = ({ data }: Tensor) => {
    const list = rowsOf(data, UNITS);
    return q.map((_, i) => list.slice(i * k.length, (i + 1) * k.length));
  };
  return { sums: byPair(sums), units: byPair(units) };
}

/** Four scores of the same queries and keys. @throws AttentionError */
export function compute(state: State, engine: Engine): Numbers {
  const { precision, sigma } = state;
  const { queries, keys } = vectorsOf(state);
  const common = { precision, queries, keys, values: keys, divisor: 'none' } as const;
  const answers = {
    dot: engine.attention(common),
    scaled: engine.attention({ ...common, divisor: 'sqrt_dk' }),
    additive: engine.attention({ ...common, score: 'additive', ...parametersOf(state) }),
    gaussian: engine.attention({ ...common, score: 'gaussian', sigma }),
  };
  const mirror = vectorsOf({ ...state, flip: state.flip === 'both' ? 'none' : 'both' });
  const mirrored = engine.additiveScores({ precision, ...mirror, ...parametersOf(state) });
  const scored = KINDS.map((kind): [Kind, Scored] => {
    const { scaledScores, weights } = answers[kind];
    const n = scaledScores.shape[1] ?? 1;
    const scores = rowsOf(scaledScores.data, n);
    return [kind, { scores, weights: rowsOf(weights.data, n), best: scores.map(bestOf) }];
  });
  return {
    ...(Object.fromEntries(scored) as Record<Kind, Scored>),
    mirrored: rowsOf(mirrored.data, mirrored.shape[1] ?? 1),
    queries: rowsOf(queries.data, WIDTH),
    keys: rowsOf(keys.data, WIDTH),
    ...through(engine, state),
  };
}
