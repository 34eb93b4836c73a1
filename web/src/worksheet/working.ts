// SPDX-License-Identifier: MIT
// What the solutions of several worksheets share: numbers and sums as they are written on paper, and short calls of the
// engine.
import type { Engine, Tensor } from '../engine/index.ts';
import type { I18n } from '../i18n/i18n.ts';
import { type Matrix, matrix, rowsOf } from '../lessons/matrix.ts';
import { precision } from '../review/questions/question.ts';

const DIGITS = 4;
const ROUNDING = 1e-9;

const isRound = (x: number, unit: number) =>
  Math.abs(x / unit - Math.round(x / unit)) <= ROUNDING * Math.max(1, Math.abs(x / unit));

/** Writes numbers and sums of a working line. */
export function penOf(i18n: I18n) {
  const number = (x: number) => i18n.number(x, { digits: DIGITS });
  const whole = (x: number) => i18n.integer(x);
  const share = (x: number) => i18n.percent(x, 1);
  /** A factor, with parentheses around a negative number. */
  const factor = (x: number) => (x < 0 ? `(${number(x)})` : number(x));
  const isShort = (x: number) =>
    Math.abs(x - Number(x.toPrecision(DIGITS))) <= ROUNDING * Math.abs(x);
  const sign = (x: number) => (isShort(x) ? '=' : '≈');
  return {
    ...{ i18n, number, whole, share, factor, sign },
    /** A result with the sign before it: "= 9.5", or "≈ 0.1353" if it is rounded. */
    is: (x: number) => `${sign(x)} ${number(x)}`,
    isShare: (x: number) => `${isRound(x, 0.001) ? '=' : '≈'} ${share(x)}`,
    vector: (list: readonly number[]) => `(${list.map(number).join(', ')})`,
    /** A sum of products: "4 · 2 + 1 · (−3)". */
    dot: (a: readonly number[], b: readonly number[]) =>
      a.map((x, i) => `${factor(x)} · ${factor(b[i] ?? Number.NaN)}`).join(' + '),
    power: (exponent: number) => `e^{${number(exponent)}}`,
  };
}

export type Pen = ReturnType<typeof penOf>;

export const sumOf = (list: readonly number[]): number => list.reduce((sum, x) => sum + x, 0);

/** The numbers of a tensor with one row. */
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

/** The product of two matrices: an entry is the score of a row of the first with a column of the second. */
export const productOf = (engine: Engine, a: Matrix, b: Matrix): number[][] =>
  scoresOf(engine, a, transposed(b));

export const columnOf = (rows: Matrix, j: number): number[] => transposed(rows)[j] ?? [];

export const softmaxOf = (engine: Engine, scores: readonly number[], temperature = 1): number[] =>
  listOf(engine.softmax({ precision, logits: matrix(scores), temperature }));

/** Scores with the weight `percent` for the first of two classes. */
export const rowFor = (percent: number) => [Math.log(percent), Math.log(100 - percent)];

/** The loss of rows of scores, and its gradient, if the right class of each row is the first. */
export const lossOf = (engine: Engine, logits: Matrix) =>
  engine.crossEntropy({
    ...{ precision, logits: matrix(...logits) },
    targets: { shape: [logits.length], data: logits.map(() => 0) },
  });

/** The places of a list from the largest number to the smallest. */
export const ranking = (list: readonly number[]): number[] =>
  list.map((_, i) => i).toSorted((i, j) => (list[j] ?? 0) - (list[i] ?? 0));

/** The place of the largest number. Undefined if its lead is below `lead`. */
export function winner(list: readonly number[], lead: number): number | undefined {
  const [first = 0, second] = ranking(list);
  return second !== undefined && (list[first] ?? 0) - (list[second] ?? 0) < lead
    ? undefined
    : first;
}

/** One line for each weight: its power of e, divided by their sum. */
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

/** The mean of values with rounded weights: "z ≈ 0.9 · 40 + 0.1 · 60 ≈ 42". */
export const mixLine = (
  { dot, number }: Pen,
  name: string,
  weights: readonly number[],
  values: readonly number[],
  mean: number,
): string => `${name} ≈ ${dot(weights, values)} ≈ ${number(mean)}`;

/** Whether each of some shares is neither nothing nor all to the digits that are printed. */
export const areShares = (weights: readonly number[]): boolean =>
  weights.every((weight) => weight > 0.0015 && weight < 0.9985);

export const areDistinct = (list: readonly unknown[]): boolean =>
  new Set(list).size === list.length;
