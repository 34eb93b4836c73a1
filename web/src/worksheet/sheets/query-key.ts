// SPDX-License-Identifier: MIT
import type { Matrix } from '../../lessons/matrix.ts';
import { symmetric, walk } from '../../review/questions/query-key.ts';
import { reviewTask, type Task, task } from '../task.ts';
import { columnOf, productOf, scoresOf, winner } from '../working.ts';

const projected = task('project', {
  draw(dice) {
    const square = () => [dice.wholes(2, -1, 3), dice.wholes(2, -1, 3)];
    return { x: dice.wholes(2, 1, 4), W_Q: square(), W_K: square() };
  },
  given: ({ x, W_Q, W_K }) => ({ x: [x], W_Q, W_K }),
  solve(engine, { x, W_Q, W_K }, { dot, is, vector }) {
    const lines = (name: string, rows: Matrix, list: readonly number[]) =>
      list.map((number, j) => `${name}_${j + 1} = ${dot(x, columnOf(rows, j))} ${is(number)}`);
    const [query = []] = productOf(engine, [x], W_Q);
    const [key = []] = productOf(engine, [x], W_K);
    if (`${query}` === `${key}`) return undefined;
    return {
      answer: `q = ${vector(query)}, k = ${vector(key)}`,
      working: [...lines('q', W_Q, query), ...lines('k', W_K, key)],
    };
  },
});

const both = task('both', {
  draw: (dice) => ({
    queries: [dice.wholes(3, -2, 4), dice.wholes(3, -2, 4)],
    keys: [dice.wholes(3, -2, 4), dice.wholes(3, -2, 4)],
  }),
  given: ({ queries: [q_A = [], q_B = []], keys: [k_A = [], k_B = []] }) => ({
    q_A: [q_A],
    k_A: [k_A],
    q_B: [q_B],
    k_B: [k_B],
  }),
  solve(engine, { queries, keys }, { dot, is, number }) {
    const [[, ab = 0] = [], [ba = 0] = []] = scoresOf(engine, queries, keys);
    if (Math.abs(ab - ba) < 3) return undefined;
    const [q_A = [], q_B = []] = queries;
    const [k_A = [], k_B = []] = keys;
    return {
      answer: `A → B: ${number(ab)}; B → A: ${number(ba)}`,
      working: [`q_A·k_B = ${dot(q_A, k_B)} ${is(ab)}`, `q_B·k_A = ${dot(q_B, k_A)} ${is(ba)}`],
    };
  },
});

const wins = task('wins', {
  draw: (dice) => ({
    query: dice.wholes(4, -2, 3),
    keys: [0, 1, 2].map(() => dice.wholes(4, -2, 3)),
  }),
  given: ({ query, keys }) => ({ q: [query], K: keys }),
  solve(engine, { query, keys }, { dot, is }) {
    const [scores = []] = scoresOf(engine, [query], keys, true);
    const first = winner(scores, 1);
    if (first === undefined) return undefined;
    return {
      answer: `k_${first + 1}`,
      working: keys.map(
        (key, i) => `q·k_${i + 1} ÷ √4 = (${dot(query, key)}) ÷ 2 ${is(scores[i] ?? 0)}`,
      ),
    };
  },
});

const oneMatrix = reviewTask(symmetric, ({ first, both: shared, second }, { isShare, power }) => {
  const line = (name: string, own: number) =>
    `${name} = ${power(shared)} ÷ (${power(own)} + ${power(shared)}) ${isShare(1 / (1 + Math.exp(own - shared)))}`;
  return [line('A → B', first), line('B → A', second)];
});

const circle = reviewTask(walk, ({ count }) => [`${count} − 1 = ${count - 1}`]);

const parameters = task('parameters', {
  draw(dice) {
    const [width, head] = [dice.pick([24, 48, 64, 96, 128]), dice.pick([8, 12, 16, 32])];
    return head < width ? { width, head } : undefined;
  },
  solve(engine, { width, head }, { whole }) {
    const { data } = engine.random({ precision: 'float32', shape: [2, width, head], seed: 1 });
    return {
      answer: whole(data.length),
      working: [`2 · ${width} · ${head} = ${whole(data.length)}`],
    };
  },
});

export const sheet: readonly Task[] = [projected, both, wins, oneMatrix, circle, parameters];
