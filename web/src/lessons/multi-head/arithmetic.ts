// SPDX-License-Identifier: MIT
// Sums and differences, by the engine's matrix product.
import type { Engine, Precision, Tensor } from '../../engine/index.ts';

/** The rows of a tensor's matrix number `at`. */
export function rowsOf({ shape, data }: Tensor, at = 0): number[][] {
  const [rows = 1, columns = 1] = shape.slice(-2);
  const begin = at * rows * columns;
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => data[begin + i * columns + j] as number),
  );
}

/** Σ_c factors_c · x_c of each row x. */
function combined(
  engine: Engine,
  precision: Precision,
  rows: readonly (readonly number[])[],
  factors: readonly number[],
): number[] {
  const { data } = engine.scaledDotScores({
    precision,
    queries: { shape: [rows.length, factors.length], data: rows.flat() },
    keys: { shape: [1, factors.length], data: factors },
    divisor: 'none',
  });
  return Array.from(data);
}

export const sums = (
  engine: Engine,
  precision: Precision,
  rows: readonly (readonly number[])[],
): number[] =>
  combined(
    engine,
    precision,
    rows,
    (rows[0] ?? []).map(() => 1),
  );

/** Columns as rows. */
export const turned = (rows: readonly (readonly number[])[]): number[][] =>
  (rows[0] ?? []).map((_, j) => rows.map((row) => row[j] as number));

/** The largest |a − b| of numbers in the same places. */
export function largestDifference(engine: Engine, precision: Precision, a: Tensor, b: Tensor) {
  const pairs = Array.from(a.data, (x, i) => [x, b.data[i] as number]);
  return Math.max(0, ...combined(engine, precision, pairs, [1, -1]).map(Math.abs));
}
