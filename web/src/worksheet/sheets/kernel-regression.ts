// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import { column, matrix } from '../../lessons/matrix.ts';
import { nearest } from '../../review/questions/kernel-regression.ts';
import { precision } from '../../review/questions/question.ts';
import { reviewTask, type Task, task } from '../task.ts';
import { areDistinct, areShares, listOf, mixLine, type Pen, sumOf, winner } from '../working.ts';

interface People {
  readonly query: number;
  readonly keys: readonly number[];
  readonly values: readonly number[];
  readonly sigma: number;
}

const regression = (engine: Engine, { query, keys, values, sigma }: People) =>
  engine.kernelRegression({
    ...{ precision, sigma, queries: column([query]) },
    ...{ keys: column(keys), values: column(values) },
  });

/** The exponent of the Gaussian kernel as text: "−(2 · 2) ÷ (2 · 1 · 1)". */
const exponent = ({ number }: Pen, distance: number, sigma: number) =>
  `−(${number(distance)} · ${number(distance)}) ÷ (2 · ${number(sigma)} · ${number(sigma)})`;

const bell = task('bell', {
  draw(dice) {
    const sigma = dice.pick([1, 2]);
    const query = dice.whole(50, 60);
    const distances = dice.shuffled([0, 1, 2, 3]).slice(0, 3);
    const keys = distances.map((distance) => query + dice.pick([-1, 1]) * distance * sigma);
    const values = dice.wholes(3, 38, 60);
    return areDistinct(values) && areDistinct(keys) ? { query, keys, values, sigma } : undefined;
  },
  given: ({ keys, values }) => ({ k: [keys], v: [values] }),
  solve(engine, state, pen) {
    const { number, share, is } = pen;
    const { kernelValues, kernelSums, weights, prediction } = regression(engine, state);
    const heights = listOf(kernelValues);
    const [sum = 0] = listOf(kernelSums);
    const shares = listOf(weights);
    const [mean = 0] = listOf(prediction);
    if (!areShares(shares)) return undefined;
    return {
      answer: `${shares.map(share).join(', ')}; ${number(mean)}`,
      working: [
        ...heights.map((height, i) => {
          const distance = Math.abs(state.query - (state.keys[i] ?? 0));
          return `e^{${exponent(pen, distance, state.sigma)}} ${is(height)}`;
        }),
        ...shares.map(
          (weight, i) =>
            `α_${i + 1} ≈ ${number(heights[i] ?? 0)} ÷ ${number(sum)} ≈ ${share(weight)}`,
        ),
        mixLine(pen, 'f(q)', shares, state.values, mean),
      ],
    };
  },
});

const ratio = task('ratio', {
  draw(dice) {
    const [near, far, sigma] = [dice.whole(0, 4), dice.whole(2, 6), dice.pick([1, 2, 3])];
    const gap = (far ** 2 - near ** 2) / (2 * sigma ** 2);
    return gap >= 0.5 && gap <= 6 ? { near, far, sigma } : undefined;
  },
  solve(engine, { near, far, sigma }, { number, is, sign }) {
    const keys = [near, far];
    const [first = 0, second = 0] = listOf(
      regression(engine, { query: 0, keys, values: keys, sigma }).weights,
    );
    const times = first / second;
    return {
      answer: number(times),
      working: [
        `e^{(${far} · ${far} − ${near} · ${near}) ÷ (2 · ${sigma} · ${sigma})} ${sign(Math.log(times))} e^{${number(Math.log(times))}} ${is(times)}`,
      ],
    };
  },
});

interface Width {
  readonly distance: number;
  readonly sigma: number;
}

const scoreAt = (engine: Engine, { distance, sigma }: Width): number =>
  engine.gaussianScores({ precision, sigma, queries: column([0]), keys: column([distance]) })
    .data[0] ?? Number.NaN;

const bandwidth = task('bandwidth', {
  draw(dice) {
    const sigma = dice.whole(2, 9);
    const times = dice.pick([1, 2, 3, 4]);
    return { sigma, distance: times * sigma, score: -(times ** 2) / 2 };
  },
  solve(engine, state, { number }) {
    if (Math.abs(scoreAt(engine, state) - state.score) > Number.EPSILON * 10) return undefined;
    return {
      answer: `σ = ${number(state.sigma)}`,
      working: [`σ = ${state.distance} ÷ √(2 · ${number(-state.score)}) = ${number(state.sigma)}`],
    };
  },
});

/** A bandwidth so large that the weights of keys within a range of 40 are equal in all printed digits. */
const WIDE = 10_000;

const wide = task('wide', {
  draw(dice) {
    const keys = dice.wholes(4, 40, 80);
    return { query: dice.whole(40, 80), keys, values: dice.wholes(4, 30, 90), sigma: WIDE };
  },
  given: ({ keys, values }) => ({ k: [keys], v: [values] }),
  solve(engine, state, { number, is }) {
    const [found = 0] = listOf(regression(engine, state).prediction);
    const mean = sumOf(state.values) / state.values.length;
    if (number(found) !== number(mean)) return undefined;
    return {
      answer: number(mean),
      working: [`(${state.values.map(number).join(' + ')}) ÷ ${state.values.length} ${is(mean)}`],
    };
  },
});

const plane = task('plane', {
  draw: (dice) => {
    const query = [dice.whole(50, 60), dice.whole(70, 90)];
    const keys = [0, 1, 2].map(() => query.map((x) => x + dice.whole(-6, 6)));
    return { query, keys };
  },
  given: ({ query, keys }) => ({ q: [query], K: keys }),
  solve(engine, { query, keys }, { factor, number }) {
    const scores = listOf(
      engine.gaussianScores({ precision, queries: matrix(query), keys: matrix(...keys) }),
    );
    const first = winner(scores, 1);
    if (first === undefined) return undefined;
    const squares = keys.map((key, i) => {
      const gaps = key.map((x, j) => x - (query[j] ?? 0));
      return `|q − k_${i + 1}|² = ${gaps.map((gap) => `${factor(gap)} · ${factor(gap)}`).join(' + ')} = ${number(-2 * (scores[i] ?? 0))}`;
    });
    return { answer: `k_${first + 1}`, working: squares };
  },
});

const table = reviewTask(nearest, ({ keys, values, query }, { number }) => {
  const distances = keys.map((key) => Math.abs(query - key));
  const least = Math.min(...distances);
  const near = values.filter((_, i) => distances[i] === least);
  return [
    ...keys.map((key, i) => `|q − k_${i + 1}| = |${query} − ${key}| = ${distances[i]}`),
    near.length === 1
      ? `1 · ${near[0]} = ${near[0]}`
      : `(${near.join(' + ')}) ÷ ${near.length} = ${number(sumOf(near) / near.length)}`,
  ];
});

export const sheet: readonly Task[] = [bell, ratio, bandwidth, table, wide, plane];
