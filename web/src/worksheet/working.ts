// SPDX-License-Identifier: MIT
// Functions that several worksheets share: the format of numbers and sums on paper, and short calls of the engine.
import type { Engine, Tensor } from '../engine/index.ts';
import type { I18n } from '../i18n/i18n.ts';
import { type Matrix, matrix, rowsOf } from '../lessons/matrix.ts';
import { precision } from '../review/questions/question.ts';

const DIGITS = 4;
const ROUNDING = 1e-9;

const isRound = (x: number, unit: number) =>
  Math.abs(x / unit - Math.round(x / unit)) <= ROUNDING * Math.max(1, Math.abs(x / unit));

/** Functions that format the numbers and sums in a line of a solution. */
export function penOf(i18n: I18n) {
  const number = (x: number) => i18n.number(x, { digits: DIGITS });
  const whole = (x: number) => i18n.integer(x);
  const share = (x: number) => i18n.percent(x, 1);
  const factor = (x: number) => (x < 0 ? `(${number(x)})` : number(x));
  const isShort = (x: number) =>
    Math.abs(x - Number(x.toPrecision(DIGITS))) <= ROUNDING * Math.abs(x);
  const sign = (x: number) => (isShort(x) ? '=' : '≈');
  return {
    ...{ i18n, number, whole, share, factor, sign },
    /** Formats a result with its sign: "= 9.5", or "≈ 0.1353" if it is rounded. */
    is: (x: number) => `${sign(x)} ${number(x)}`,
    isShare: (x: number) => `${isRound(x, 0.001) ? '=' : '≈'} ${share(x)}`,
    vector: (list: readonly number[]) => `(${list.map(number).join(', ')})`,
    /** Formats a sum of products: "4 · 2 + 1 · (−3)". */
    dot: (a: readonly number[], b: readonly number[]) =>
      a.map((x, i) => `${factor(x)} · ${factor(b[i] ?? Number.NaN)}`).join(' + '),
    power: (exponent: number) => `e^{${number(exponent)}}`,
  };
}

export type Pen = ReturnType<typeof penOf>;

export const sumOf = (list: readonly number[]): number => list.reduce((sum, x) => sum + x, 0);

export const listOf = (tensor: Tensor): number[] => Array.from(tensor.data);

/** The scores of queries and keys, divided by √d if `isScaled`. */
export const scoresOf = (engine: Engine, queries: Matrix, keys: Matrix, isScaled = false) =>
  rowsOf(
    engine.scaledDotScores({
      ...{ precision, divisor: isScaled ? 'sqrt_dk' : 'none' },
      ...{ queries: matrix(...queries), keys: matrix(...keys) },
    }),
  );

const transposed = (rows: Matrix): number[][] =>
  (rows[0] ?? []).map((_, j) => rows.map((row) => row[j] ?? Number.NaN));

/** The product of two matrices: entry (i, j) is the dot product of row i of `a` and column j of `b`. */
export const productOf = (engine: Engine, a: Matrix, b: Matrix): number[][] =>
  scoresOf(engine, a, transposed(b));

export const columnOf = (rows: Matrix, j: number): number[] => transposed(rows)[j] ?? [];

export const softmaxOf = (engine: Engine, scores: readonly number[], temperature = 1): number[] =>
  listOf(engine.softmax({ precision, logits: matrix(scores), temperature }));

/** Two scores whose softmax weights are `percent`/100 and 1 − `percent`/100. */
export const rowFor = (percent: number) => [Math.log(percent), Math.log(100 - percent)];

/** The cross-entropy of each row of scores with class 0 as the target, the mean loss, and its gradient. */
export const lossOf = (engine: Engine, logits: Matrix) =>
  engine.crossEntropy({
    ...{ precision, logits: matrix(...logits) },
    targets: { shape: [logits.length], data: logits.map(() => 0) },
  });

/** The indices of a list, in descending order of its numbers. */
export const ranking = (list: readonly number[]): number[] =>
  list.map((_, i) => i).toSorted((i, j) => (list[j] ?? 0) - (list[i] ?? 0));

/** The index of the largest number. Undefined if this number exceeds the second largest by less than `lead`. */
export function winner(list: readonly number[], lead: number): number | undefined {
  const [first = 0, second] = ranking(list);
  return second !== undefined && (list[first] ?? 0) - (list[second] ?? 0) < lead
    ? undefined
    : first;
}

/** One line of the solution for each weight: exp(score) divided by the sum of all exp(score). */
export function softmaxLines(
  { number, power, share }: Pen,
  scores: readonly number[],
  weights: readonly number[],
): string[] {
  const sum = sumOf(scores.map(Math.exp));
  const all = scores.map(power).join(' + ');
  return weights.map((weight, i) => {
    const score = scores[i] ?? Number.NaN;
    return `α_${i + 1} = ${power(score)} ÷ (${all}) ≈ ${number(Math.exp(score))} ÷ ${number(sum)} ≈ ${share(weight)}`;
  });
}

/** A line of the solution: the mean of values with rounded weights, "z ≈ 0.9 · 40 + 0.1 · 60 ≈ 42". */
export const mixLine = (
  { dot, number }: Pen,
  name: string,
  weights: readonly number[],
  values: readonly number[],
  mean: number,
): string => `${name} ≈ ${dot(weights, values)} ≈ ${number(mean)}`;

/** Whether no weight is printed as 0% or 100%, with a margin for rounding to 0.1%. */
export const areShares = (weights: readonly number[]): boolean =>
  weights.every((weight) => weight > 0.0015 && weight < 0.9985);

export const areDistinct = (list: readonly unknown[]): boolean =>
  new Set(list).size === list.length;
