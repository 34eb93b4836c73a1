// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import { identity, type Matrix, matrix } from '../../lessons/matrix.ts';
import { precision } from '../../review/questions/question.ts';
import { type Given, type Solution, type Task, task } from '../task.ts';
import { listOf, type Pen, scoresOf, sumOf, winner } from '../working.ts';

interface Search {
  readonly query: readonly number[];
  readonly keys: Matrix;
}

const given = ({ query, keys: [first = [], second = []] }: Search) => ({
  q: [query],
  k_1: [first],
  k_2: [second],
});

/** Minus half the squared distance between the query and each key. */
const nearness = (engine: Engine, { query, keys }: Search): number[] =>
  listOf(engine.gaussianScores({ precision, queries: matrix(query), keys: matrix(...keys) }));

/** Solution lines: the dot product of each key, then minus half the squared distance of each key. */
function lines(state: Search, dots: readonly number[], near: readonly number[], pen: Pen) {
  const { dot, is } = pen;
  return [
    ...state.keys.map((key, i) => `q·k_${i + 1} = ${dot(state.query, key)} ${is(dots[i] ?? 0)}`),
    ...state.keys.map((key, i) => {
      const gaps = key.map((x, j) => x - (state.query[j] ?? 0));
      return `−|q − k_${i + 1}|² ÷ 2 = −(${dot(gaps, gaps)}) ÷ 2 ${is(near[i] ?? 0)}`;
    }),
  ];
}

const favourites = task('favourites', {
  draw: (dice) => ({
    query: dice.wholes(2, 1, 3),
    keys: [dice.wholes(2, 0, 6), dice.wholes(2, 0, 4)],
  }),
  given,
  solve(engine, state, pen) {
    const [dots = []] = scoresOf(engine, [state.query], state.keys);
    const near = nearness(engine, state);
    const [byDot, byDistance] = [winner(dots, 1), winner(near, 1)];
    if (byDot === undefined || byDistance === undefined || byDot === byDistance) return undefined;
    return {
      answer: `q·k: k_${byDot + 1}; |q − k|: k_${byDistance + 1}`,
      working: lines(state, dots, near, pen),
    };
  },
});

/** Keys of length 5. */
const FIVES: Matrix = [
  [3, 4],
  [4, 3],
  [5, 0],
  [0, 5],
  [-3, 4],
  [4, -3],
];

const sameLength = task('sameLength', {
  draw: (dice) => ({ query: dice.wholes(2, 1, 5), keys: dice.shuffled(FIVES).slice(0, 2) }),
  given,
  solve(engine, state, pen) {
    const [dots = []] = scoresOf(engine, [state.query], state.keys);
    const near = nearness(engine, state);
    const [first = 0, second = 0] = dots;
    const lead = first - second;
    if (lead < 1) return undefined;
    const [one = 0, other = 0] = near;
    return {
      answer: `${pen.number(lead)}; ${pen.number(one - other)}`,
      working: [
        ...lines(state, dots, near, pen),
        `${pen.number(first)} − ${pen.factor(second)} ${pen.is(lead)}`,
        `${pen.number(one)} − ${pen.factor(other)} ${pen.is(one - other)}`,
      ],
    };
  },
});

/** Additive scores with identity matrices: the hidden units receive the components of query + key. */
const additive = (
  engine: Engine,
  query: readonly number[],
  keys: Matrix,
  w_v: readonly number[],
): number[] => {
  const unit = identity(w_v.length);
  return listOf(
    engine.additiveScores({
      ...{ precision, queries: matrix(query), keys: matrix(...keys), W_q: unit, W_k: unit },
      w_v: { shape: [w_v.length], data: w_v },
    }),
  );
};

/** tanh(±20) equals ±1 in the first 17 digits. */
const SATURATED = 20;

const bound = task('bound', {
  draw(dice) {
    const factors = dice.wholes(3, -6, 6);
    const hasSigns = factors.some((x) => x < 0) && factors.some((x) => x > 0);
    return hasSigns && !factors.includes(0) ? factors : undefined;
  },
  given: (factors) => ({ w: [factors] }),
  solve(engine, factors, { factor, number, is }) {
    const query = factors.map((x) => SATURATED * Math.sign(x));
    const none = factors.map(() => 0);
    const [most = 0] = additive(engine, query, [none], factors);
    if (Math.abs(most - sumOf(factors.map(Math.abs))) > 1e-9) return undefined;
    return {
      answer: number(most),
      working: [
        `${factors.map((x) => `${factor(x)} · ${factor(Math.sign(x))}`).join(' + ')} ${is(most)}`,
      ],
    };
  },
});

interface Network {
  readonly query: readonly number[];
  readonly key: readonly number[];
  readonly factors: readonly number[];
}

const halves = (list: readonly number[]) => list.map((x) => x / 2);

/** Creates a question about an additive score. On a sheet, these questions share one network, query and key. */
const ofNetwork = (
  id: string,
  given: (state: Network) => Given,
  solve: (state: Network, score: number, engine: Engine, pen: Pen) => Solution,
): Task =>
  task(id, {
    stream: 'network',
    draw: (dice) => ({
      query: halves(dice.wholes(2, -2, 3)),
      key: halves(dice.wholes(2, -2, 3)),
      factors: dice.wholes(2, -4, 5),
    }),
    given,
    solve(engine, state, pen) {
      const { query, key, factors } = state;
      const [score = 0] = additive(engine, query, [key], factors);
      const [[product = 0] = []] = scoresOf(engine, [query], [key]);
      const sums = query.map((x, i) => x + (key[i] ?? 0));
      const isSuitable = ![...sums, ...factors, product].includes(0) && Math.abs(score) >= 0.5;
      return isSuitable ? solve(state, score, engine, pen) : undefined;
    },
  });

const network = ofNetwork(
  'network',
  ({ query, key, factors }) => ({ q: [query], k: [key], w: [factors] }),
  ({ query, key, factors }, score, _, { factor, number }) => {
    const sums = query.map((x, i) => x + (key[i] ?? 0));
    const terms = (of: (sum: number) => string) =>
      factors.map((x, i) => `${factor(x)} · ${of(sums[i] ?? Number.NaN)}`).join(' + ');
    return {
      answer: number(score),
      working: [
        `${terms((sum) => `tanh(${number(sum)})`)} ≈ ${terms((sum) => factor(Math.tanh(sum)))} ≈ ${number(score)}`,
      ],
    };
  },
);

const flipped = ofNetwork(
  'flip',
  () => ({}),
  ({ query, key, factors }, before, engine, { dot, factor, number, is }) => {
    const [turned, other] = [query, key].map((list) => list.map((x) => -x)) as [number[], number[]];
    const [score = 0] = additive(engine, turned, [other], factors);
    const [[product = 0] = []] = scoresOf(engine, [turned], [other]);
    return {
      answer: `${number(product)}; ${number(score)}`,
      working: [
        `q·k = ${dot(turned, other)} ${is(product)}`,
        `−1 · ${factor(before)} = ${number(score)}`,
      ],
    };
  },
);

export const sheet: readonly Task[] = [favourites, sameLength, network, bound, flipped];
