// SPDX-License-Identifier: MIT
// Matrices as lists of rows, and as tensors of the engine.
import type { Engine, Precision, Tensor } from '../engine/index.ts';

export type Matrix = readonly (readonly number[])[];

export const matrix = (...rows: Matrix): Tensor => ({
  shape: [rows.length, rows[0]?.length ?? 0],
  data: rows.flat(),
});

export const oneRow = (data: ArrayLike<number>): Tensor => ({ shape: [1, data.length], data });

export const column = (data: ArrayLike<number>): Tensor => ({ shape: [data.length, 1], data });

export const filled = (number: number, ...shape: readonly number[]): Tensor => ({
  shape,
  data: Array<number>(shape.reduce((product, side) => product * side, 1)).fill(number),
});

export const identity = (size: number): Tensor => ({
  shape: [size, size],
  data: Array.from({ length: size * size }, (_, i) => (i % (size + 1) === 0 ? 1 : 0)),
});

/** Returns a matrix whose rows are the columns of the given matrices, which have the same number of rows. */
export const columnsOf = (...matrices: readonly Tensor[]): Tensor =>
  matrix(
    ...matrices.flatMap((one) => {
      const rows = rowsOf(one);
      return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] as number));
    }),
  );

export const firstColumns = (tensor: Tensor, count: number): Tensor =>
  matrix(...rowsOf(tensor).map((row) => row.slice(0, count)));

/** The dot products of the rows of two matrices: A Bᵀ. */
export const dotsOf = <P extends Precision = 'float64'>(
  engine: Engine,
  a: Tensor,
  b: Tensor,
  precision = 'float64' as P,
) => engine.scaledDotScores({ precision, queries: a, keys: b, divisor: 'none' });

/** `intervals` + 1 numbers at equal distances, from `min` to `max`. */
export const evenly = ({ min, max }: { min: number; max: number }, intervals: number): number[] =>
  Array.from({ length: intervals + 1 }, (_, i) => min + (i * (max - min)) / intervals);

/** The mean, the standard deviation and the skewness of numbers, and their z-scores. */
export const momentsOf = (engine: Engine, data: ArrayLike<number>) =>
  engine.standardise({ precision: 'float64', x: oneRow(data) });

/**
 * √variance, or NaN if `variance` is negative or NaN. The engine computes it, like all numbers of a lesson: a random
 * number of the distribution "signs" is ±√variance.
 */
export function deviationOf(engine: Engine, variance: number): number {
  if (!(variance >= 0)) return Number.NaN;
  const draw = { precision: 'float64', shape: [1], seed: 0, distribution: 'signs' } as const;
  return Math.abs(engine.random({ ...draw, variance }).data[0] as number);
}

/**
 * The rows of a tensor as lists: of all its matrices, or only of the matrix at `index`. The last two axes are rows and
 * columns; the axes before them count matrices.
 */
export function rowsOf({ shape, data }: Tensor, index?: number): number[][] {
  const columns = shape.at(-1) ?? 1;
  const rows = index === undefined ? data.length / columns : (shape.at(-2) ?? 1);
  const begin = (index ?? 0) * rows * columns;
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => data[begin + i * columns + j] as number),
  );
}

/** The largest |a − b| over corresponding entries; NaN if one of them is NaN or missing. */
export const largestDifference = (a: ArrayLike<number> = [], b: ArrayLike<number> = []): number =>
  a.length === b.length
    ? Array.from(a).reduce((most, x, i) => Math.max(most, Math.abs(x - (b[i] ?? Number.NaN))), 0)
    : Number.NaN;
