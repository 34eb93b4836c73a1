// SPDX-License-Identifier: MIT
// All questions of this sheet are steps of one example, as in the lesson: three words with two components each.
import type { Engine } from '../../engine/index.ts';
import { type Matrix, matrix, rowsOf } from '../../lessons/matrix.ts';
import { precision } from '../../review/questions/question.ts';
import { type Dice, type Given, type Solution, type Task, task } from '../task.ts';
import {
  areDistinct,
  areShares,
  columnOf,
  mixLine,
  type Pen,
  productOf,
  softmaxLines,
} from '../working.ts';

interface Example {
  readonly X: Matrix;
  readonly W_Q: Matrix;
  readonly W_K: Matrix;
  readonly W_V: Matrix;
}

const WIDTH = 2;
const MOST_GAP = 8;
/** Indices of the word whose attention is computed, and of the word in the question on the causal mask. */
const LAST = 2;
const SECOND = 1;

const isBlank = (row: readonly number[]) => row.every((x) => x === 0);

function draw(dice: Dice): Example | undefined {
  const square = () => [dice.wholes(WIDTH, -1, 2), dice.wholes(WIDTH, -1, 2)];
  const X = [0, 1, LAST].map(() => dice.wholes(WIDTH, 0, 2));
  const example = { X, W_Q: square(), W_K: square(), W_V: square() };
  const hasBlank = Object.values(example).some((rows) => rows.some(isBlank));
  return hasBlank || !areDistinct(X.map(String)) ? undefined : example;
}

function stagesOf(engine: Engine, { X, W_Q, W_K, W_V }: Example, causal = false) {
  const [Q, K, V] = [W_Q, W_K, W_V].map((W) => productOf(engine, X, W)) as [
    number[][],
    number[][],
    number[][],
  ];
  const { scores, scaledScores, weights, output } = engine.attention({
    ...{ precision, queries: matrix(...Q), keys: matrix(...K), values: matrix(...V), causal },
  });
  const [S, scaled, A, Z] = [scores, scaledScores, weights, output].map((one) => rowsOf(one)) as [
    number[][],
    number[][],
    number[][],
    number[][],
  ];
  return { Q, K, V, S, scaled, A, Z };
}

type Stages = ReturnType<typeof stagesOf>;

/** All questions share one example, so each question rejects the examples that are unsuitable for any question. */
function isSuitable({ Q, K, S, A, V }: Stages): boolean {
  const row = S[LAST] ?? [];
  const [first, second] = S[SECOND] ?? [];
  const gap = Math.max(...row) - Math.min(...row);
  return (
    areDistinct(row) &&
    gap <= MOST_GAP &&
    areDistinct(V.map(String)) &&
    first !== second &&
    ![...Q, ...K, ...V].some(isBlank) &&
    V[0]?.every((_, j) => new Set(columnOf(V, j)).size > 1) === true &&
    [LAST, SECOND].every((i) => areShares(A[i] ?? []))
  );
}

/** @param given  returns the matrices of the example that are printed below the question */
const step = (
  id: string,
  given: (example: Example) => Given,
  solve: (stages: Stages, example: Example, pen: Pen, engine: Engine) => Solution,
): Task =>
  task(id, {
    stream: 'self-attention',
    draw,
    given,
    solve(engine, example, pen) {
      const stages = stagesOf(engine, example);
      return isSuitable(stages) ? solve(stages, example, pen, engine) : undefined;
    },
  });

const nameOf = (letter: string, i: number) => `${letter}_${i + 1}`;

/** Solution lines for products of words with a matrix: "q_3 = (0 · 1 + 1 · 1, 0 · 2 + 1 · 0) = (1, 0)". */
function projected(
  { X, W_Q, W_K, W_V }: Example,
  { dot, vector }: Pen,
  wanted: readonly (readonly [letter: 'q' | 'k' | 'v', rows: Matrix, word: number])[],
): Solution {
  const matrices = { q: W_Q, k: W_K, v: W_V };
  const found = wanted.map(([letter, rows, i]) => {
    const sums = matrices[letter].map((_, j) => dot(X[i] ?? [], columnOf(matrices[letter], j)));
    const result = `${nameOf(letter, i)} = ${vector(rows[i] ?? [])}`;
    return { result, line: result.replace(' = ', ` = (${sums.join(', ')}) = `) };
  });
  return {
    answer: found.map(({ result }) => result).join(', '),
    working: found.map(({ line }) => line),
  };
}

const products = step(
  'products',
  ({ X, W_Q, W_K, W_V }) => ({ X, W_Q, W_K, W_V }),
  ({ Q, K, V }, example, pen) =>
    projected(example, pen, [
      ['q', Q, LAST],
      ['k', K, LAST],
      ['v', V, LAST],
    ]),
);

/** Asks for the second word's query, and the keys and values of the first two words. The next questions need them. */
const others = step(
  'others',
  () => ({}),
  ({ Q, K, V }, example, pen) =>
    projected(example, pen, [
      ['q', Q, SECOND],
      ...([0, SECOND] as const).map((i) => ['k', K, i] as const),
      ...([0, SECOND] as const).map((i) => ['v', V, i] as const),
    ]),
);

const scores = step(
  'scores',
  () => ({}),
  ({ Q, K, S, scaled }, _, { dot, is, number }) => {
    const row = scaled[LAST] ?? [];
    return {
      answer: row.map(number).join(', '),
      working: K.map((key, j) => {
        const score = S[LAST]?.[j] ?? Number.NaN;
        return `q_3·${nameOf('k', j)} ÷ √2 = (${dot(Q[LAST] ?? [], key)}) ÷ √2 = ${number(score)} ÷ √2 ${is(row[j] ?? 0)}`;
      }),
    };
  },
);

const weights = step(
  'weights',
  () => ({}),
  ({ scaled, A }, _, pen) => {
    const row = A[LAST] ?? [];
    return {
      answer: row.map(pen.share).join(', '),
      working: softmaxLines(pen, scaled[LAST] ?? [], row),
    };
  },
);

const output = step(
  'output',
  () => ({}),
  ({ A, V, Z }, _, pen) => {
    const z = Z[LAST] ?? [];
    return {
      answer: `z_3 = ${pen.vector(z)}`,
      working: z.map((mean, j) =>
        mixLine(pen, `z_3 (${j + 1})`, A[LAST] ?? [], columnOf(V, j), mean),
      ),
    };
  },
);

const masked = step(
  'masked',
  () => ({}),
  (_, example, pen, engine) => {
    const { A, V, Z, Q, K, scaled } = stagesOf(engine, example, true);
    const seen = (A[SECOND] ?? []).slice(0, SECOND + 1);
    const z = Z[SECOND] ?? [];
    const row = (scaled[SECOND] ?? []).slice(0, SECOND + 1);
    return {
      answer: `z_2 = ${pen.vector(z)}`,
      working: [
        ...row.map(
          (score, j) =>
            `q_2·${nameOf('k', j)} ÷ √2 = (${pen.dot(Q[SECOND] ?? [], K[j] ?? [])}) ÷ √2 ${pen.is(score)}`,
        ),
        ...softmaxLines(pen, row, seen),
        ...z.map((mean, j) => mixLine(pen, `z_2 (${j + 1})`, seen, columnOf(V, j), mean)),
      ],
    };
  },
);

export const sheet: readonly Task[] = [products, others, scores, weights, output, masked];
