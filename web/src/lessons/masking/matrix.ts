// SPDX-License-Identifier: MIT
import type { Tensor } from '../../engine/index.ts';

export type Matrix = readonly (readonly number[])[];

/** All rows of a tensor, of whatever matrix they are. */
export function rowsOf({ shape, data }: Tensor): number[][] {
  const width = shape.at(-1) ?? 0;
  return Array.from({ length: data.length / width }, (_, i) =>
    Array.from({ length: width }, (_, j) => data[i * width + j] as number),
  );
}

export const tensor = (rows: Matrix): Tensor => ({
  shape: [rows.length, rows[0]?.length ?? 0],
  data: rows.flat(),
});
