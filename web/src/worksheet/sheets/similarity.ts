// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import { type Matrix, matrix } from '../../lessons/matrix.ts';
import { precision } from '../../review/questions/question.ts';
import { type Task, task } from '../task.ts';
import {
  areShares,
  mixLine,
  type Pen,
  productOf,
  scoresOf,
  softmaxLines,
  softmaxOf,
  winner,
} from '../working.ts';

interface Search {
  readonly query: readonly number[];
  readonly keys: Matrix;
}

const given = ({ query, keys }: Search) => ({ q: [query], K: keys });

const dotsOf = (engine: Engine, { query, keys }: Search): number[] =>
  scoresOf(engine, [query], keys)[0] ?? [];

const scoreLines = ({ dot, is }: Pen, { query, keys }: Search, scores: readonly number[]) =>
  keys.map((key, i) => `q·k_${i + 1} = ${dot(query, key)} ${is(scores[i] ?? 0)}`);

const product = task('dot', {
  draw: (dice) => ({
    query: dice.wholes(2, 1, 5),
    keys: [0, 1, 2].map(() => dice.wholes(2, -3, 5)),
  }),
  given,
  solve(engine, state, pen) {
    const scores = dotsOf(engine, state);
    const first = winner(scores, 1);
    if (first === undefined) return undefined;
    return { answer: `k_${first + 1}`, working: scoreLines(pen, state, scores) };
  },
});

/** Vectors whose length is a whole number. */
const WHOLE_LENGTHS: Matrix = [
  [3, 4],
  [4, 3],
  [6, 8],
  [8, 6],
  [5, 12],
  [12, 5],
  [8, 15],
  [15, 8],
];

const cosine = task('cosine', {
  draw(dice) {
    const [query = [], key = []] = dice.shuffled(WHOLE_LENGTHS);
    return { query, keys: [key.map((x, i) => (i === 0 ? x * dice.pick([-1, 1]) : x))] };
  },
  given: ({ query, keys: [key = []] }) => ({ q: [query], k: [key] }),
  solve(engine, { query, keys }, { dot, is, number }) {
    const { cosines, keyLengths, queryLengths } = engine.angles({
      ...{ precision, queries: matrix(query), keys: matrix(...keys) },
    });
    const [length, other, found] = [queryLengths, keyLengths, cosines].map(
      ({ data }) => data[0] ?? Number.NaN,
    ) as [number, number, number];
    const [key = []] = keys;
    if (Math.abs(found) > 0.999) return undefined;
    return {
      answer: number(found),
      working: [
        `|q| = √(${dot(query, query)}) ${is(length)}`,
        `|k| = √(${dot(key, key)}) ${is(other)}`,
        `cos θ = (${dot(query, key)}) ÷ (${number(length)} · ${number(other)}) ${is(found)}`,
      ],
    };
  },
});

const LONGEST = 40;

const longer = task('longer', {
  draw: (dice) => ({
    query: dice.wholes(2, 1, 5),
    keys: [
      dice.wholes(2, 4, 9),
      dice.pick([
        [1, 0],
        [0, 1],
        [1, 1],
        [1, 2],
        [2, 1],
      ]),
    ],
  }),
  given: ({ query, keys: [first = [], second = []] }) => ({
    q: [query],
    k_1: [first],
    k_2: [second],
  }),
  solve(engine, state, pen) {
    const { query, keys } = state;
    const [first = [], second = []] = keys;
    const [wanted = 0, own = 0] = dotsOf(engine, state);
    const least = Array.from({ length: LONGEST }, (_, i) => i + 1).find((times) => {
      const longerKey = second.map((x) => times * x);
      return (dotsOf(engine, { query, keys: [longerKey] })[0] ?? 0) > wanted;
    });
    // Rejects numbers with an exact tie, because readers could overlook the words "more than".
    if (least === undefined || least < 2 || wanted % own === 0) return undefined;
    return {
      answer: pen.whole(least),
      working: [
        ...scoreLines(pen, { query, keys: [first, second] }, [wanted, own]),
        `${pen.number(wanted)} ÷ ${pen.number(own)} ${pen.is(wanted / own)} < ${least}`,
      ],
    };
  },
});

const words = task('words', {
  draw: (dice) => ({
    query: dice.shuffled([1, 1, 0, 0]),
    keys: [0, 1, 2].map(() => dice.wholes(4, 0, 3)),
  }),
  given,
  solve(engine, state, pen) {
    const { dot, number } = pen;
    const { query, keys } = state;
    if (keys.some((key) => key.every((x) => x === 0))) return undefined;
    const { cosines, dots, keyLengths } = engine.angles({
      ...{ precision, queries: matrix(query), keys: matrix(...keys) },
    });
    const byDot = winner(Array.from(dots.data), 1);
    const byCosine = winner(Array.from(cosines.data), 0.05);
    if (byDot === undefined || byCosine === undefined || byDot === byCosine) return undefined;
    return {
      answer: `q·k: k_${byDot + 1}; cos θ: k_${byCosine + 1}`,
      working: [
        ...scoreLines(pen, state, Array.from(dots.data)),
        ...keys.map((key, i) => {
          const [length, found, score] = [keyLengths, cosines, dots].map(
            ({ data }) => data[i] ?? Number.NaN,
          ) as [number, number, number];
          return `cos θ_${i + 1} = ${number(score)} ÷ (√2 · √(${dot(key, key)})) ≈ ${number(score)} ÷ (${number(Math.SQRT2)} · ${number(length)}) ≈ ${number(found)}`;
        }),
      ],
    };
  },
});

const mix = task('mix', {
  draw: (dice) => ({
    scores: dice.wholes(3, 0, 3),
    minutes: dice.shuffled([5, 10, 15, 20, 30, 40, 60, 90]).slice(0, 3),
  }),
  given: ({ scores, minutes }) => ({ s: [scores], v: [minutes] }),
  solve(engine, { scores, minutes }, pen) {
    const weights = softmaxOf(engine, scores);
    const [[mean = 0] = []] = productOf(
      engine,
      [weights],
      minutes.map((x) => [x]),
    );
    if (!areShares(weights) || new Set(scores).size === 1) return undefined;
    return {
      answer: pen.number(mean),
      working: [...softmaxLines(pen, scores, weights), mixLine(pen, 'z', weights, minutes, mean)],
    };
  },
});

const rightAngle = task('right', {
  draw(dice) {
    const [across, times] = [dice.whole(2, 5), dice.whole(2, 4)];
    return { query: [across, across * dice.pick([1, 2, 3])], second: dice.pick([-1, 1]) * times };
  },
  given: ({ query }) => ({ q: [query] }),
  solve(engine, { query, second }, { factor, number }) {
    const [across = 0, up = 0] = query;
    const [[rest = 0, step = 1] = []] = scoresOf(
      engine,
      [query],
      [
        [0, second],
        [1, 0],
      ],
    );
    const x = -rest / step;
    return {
      answer: `x = ${number(x)}`,
      working: [`x = −(${number(up)} · ${factor(second)}) ÷ ${number(across)} = ${number(x)}`],
    };
  },
});

export const sheet: readonly Task[] = [product, cosine, longer, words, mix, rightAngle];
