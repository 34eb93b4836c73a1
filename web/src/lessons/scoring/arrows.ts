// SPDX-License-Identifier: MIT
// A query and three keys in a plane, and the scores and weights that three functions give them: the dot product, the
// distance and a small network.
import type { AdditiveParameters, AttentionInput, Engine } from '../../engine/index.ts';
import { listField, numberField, type StateOf, WHOLE } from '../../state/fields.ts';
import { column, dotsOf, type Matrix, matrix, oneRow, rowsOf } from '../matrix.ts';
import { once } from '../once.ts';
import { STEPS, trainedAt } from './finding.ts';
import { clean, type Scored, scoredOf } from './retrieval.ts';

export const DRAWS = 200;

/** In the first draw with this seed, v is (5, −2). */
const SEED = 9;

const SIZES = [2, 3, 4, 5, 6];
/**
 * Factors v of opposite signs. The largest possible score, the sum of v, and 1 are three different numbers, so only one
 * answer to the question is right.
 */
const FACTORS = SIZES.flatMap((a) =>
  SIZES.flatMap((b) =>
    Math.abs(a - b) < 2
      ? []
      : [
          [a, -b],
          [-a, b],
        ],
  ),
);

export function drawnFactors(engine: Engine, draw: number): readonly number[] {
  const { data } = engine.random({
    ...{ precision: 'float64', shape: [1], seed: SEED, stream: draw },
    ...{ distribution: 'uniform', variance: 1 / 12 },
  } as const);
  // Uniform numbers of variance 1/12 are from −½ to ½.
  const place = Math.floor(((data[0] as number) + 0.5) * FACTORS.length);
  return FACTORS[Math.min(Math.max(place, 0), FACTORS.length - 1)] as readonly number[];
}

/** The largest absolute coordinate of an arrow's tip. */
export const REACH = 4;

const WIDTH = 2;

export const fields = {
  query: listField([1, 1], { min: -REACH, max: REACH }, { step: 0.1 }),
  keys: listField([4, 1, 1, 2, -2, -1], { min: -REACH, max: REACH }, { step: 0.1 }),
  /** The factor by which the first key is multiplied. */
  factor: numberField(1, { min: 0.1, max: 1 }, { step: 0.05 }),
  /** How far the keys' lengths are changed to the length of the second key: 0 not at all, 1 completely. */
  equal: numberField(0, { min: 0, max: 1 }),
  /** The angle in degrees by which all arrows are turned. */
  turn: numberField(0, { min: 0, max: 360 }, { ...WHOLE, step: 15, unit: 'degree' }),
  /** The draw of the factors v, counted from 1. Neighbouring draws are unrelated, so animations jump. */
  draw: numberField(1, { min: 1, max: DRAWS }, { ...WHOLE, jumps: true }),
  steps: numberField(STEPS, { min: 0, max: STEPS }, WHOLE),
};
export type State = StateOf<typeof fields>;

/** The network of the example. The inputs of its hidden units are q − k. */
const W_Q = matrix([1, 0], [0, 1]);
const W_K = matrix([-1, 0], [0, -1]);

/** The input of a unit whose output is near ±1. */
const NEAR = 3;
/** The input of a unit whose output rounds to 1 in double precision. */
const SATURATED = 40;

function turned(list: readonly number[], degrees: number): readonly number[] {
  const [x = 0, y = 0] = list;
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [clean(x * cos - y * sin), clean(x * sin + y * cos)];
}

const lengthOf = (list: readonly number[]): number => Math.hypot(...list);

/** Interpolates between a key and the key scaled to `length`. A key of length 0 gets the direction of the x axis. */
function stretched(key: readonly number[], length: number, part: number): readonly number[] {
  if (part === 0) return key;
  const own = lengthOf(key);
  const to = own === 0 ? [length, 0] : key.map((x) => (x * length) / own);
  return key.map((x, i) => x + part * ((to[i] ?? 0) - x));
}

function compare(engine: Engine, query: readonly number[], keys: Matrix, v: readonly number[]) {
  const common = { precision: 'float64', queries: oneRow(query), keys: matrix(...keys) } as const;
  const of = (options: Partial<AttentionInput<'float64'>>): Scored =>
    scoredOf(engine.attention({ ...common, values: common.keys, divisor: 'none', ...options }));
  const parameters: AdditiveParameters = { W_q: W_Q, W_k: W_K, w_v: { shape: [WIDTH], data: v } };
  return {
    dot: of({}),
    distance: of({ score: 'gaussian', sigma: 1 }),
    network: of({ score: 'additive', ...parameters }),
    /** The output of hidden unit `at` for each key, which is the additive score if v selects this unit. */
    unit: (at: number) =>
      Array.from(
        engine.additiveScores({
          ...{ ...common, ...parameters },
          w_v: { shape: [WIDTH], data: v.map((_, i) => (i === at ? 1 : 0)) },
        }).data,
      ),
  };
}

/** The products W_Q q and W_K k (`projected`), and their sums, the inputs of the hidden units, for each key. */
function hidden(engine: Engine, query: readonly number[], keys: Matrix) {
  const project = (rows: Matrix, W: typeof W_Q) =>
    rowsOf(dotsOf(engine, matrix(...rows), W)).map((row) => row.map(clean));
  const [own = []] = project([query], W_Q);
  const projected = { query: own, keys: project(keys, W_K) };
  return {
    projected,
    sums: projected.keys.map((row) => row.map((x, i) => clean(x + (own[i] ?? 0)))),
  };
}

/** The additive score with the factors v for the given inputs of the hidden units. */
const scoreOf = (engine: Engine, v: readonly number[], inputs: readonly number[]): number =>
  engine.additiveScores({
    ...{ precision: 'float64', queries: column([1]), keys: column([0]) },
    ...{ W_q: column(inputs), W_k: column(inputs), w_v: { shape: [v.length], data: v } },
  }).data[0] as number;

export function compute(state: State, engine: Engine) {
  const { turn, factor, equal, steps } = state;
  const v = drawnFactors(engine, state.draw);
  const given = rowsOf({ shape: [state.keys.length / WIDTH, WIDTH], data: state.keys });
  const length = lengthOf(given[1] ?? []);
  const unturned = {
    query: state.query,
    keys: given.map((key, i) =>
      stretched(i === 0 ? key.map((x) => x * factor) : key, length, equal),
    ),
  };
  const query = turned(unturned.query, turn);
  const keys = unturned.keys.map((key) => turned(key, turn));
  const { dot, distance, network, unit } = compare(engine, query, keys, v);
  const outputs = v.map((_, i) => unit(i));
  const units = keys.map((_, j) => outputs.map((row) => row[j] ?? Number.NaN));
  const trained = once(() => trainedAt(engine, query, keys, steps));
  const signs = v.map((x) => (x < 0 ? -1 : 1));
  return {
    ...{ query, keys, unturned, turn, dot, distance, network, v, units },
    lengths: keys.map(lengthOf),
    distances: distance.scores.map((score) => Math.sqrt(-2 * score)),
    before: compare(engine, unturned.query, unturned.keys, v).network,
    ...hidden(engine, query, keys),
    /** The output of each hidden unit for each key, times its factor v. */
    products: units.map((row) => row.map((x, i) => x * (v[i] ?? Number.NaN))),
    /** The upper bound of the network's scores. */
    bound: scoreOf(
      engine,
      v,
      signs.map((sign) => SATURATED * sign),
    ),
    /** A key whose score is near the bound. */
    extreme: {
      key: query.map((x, i) => x - NEAR * (signs[i] ?? 1)),
      score: scoreOf(
        engine,
        v,
        signs.map((sign) => NEAR * sign),
      ),
    },
    /** The trained network. Computed on first access, because only one step shows it and training is slow. */
    get trained() {
      return trained();
    },
  };
}

export type Numbers = ReturnType<typeof compute>;
