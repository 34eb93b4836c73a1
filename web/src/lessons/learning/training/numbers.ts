// SPDX-License-Identifier: MIT

/** Rows of numbers that lie one after the other. */
export const rowsOf = (data: Float32Array, cols: number): number[][] =>
  Array.from({ length: data.length / cols }, (_, i) => [
    ...data.subarray(i * cols, (i + 1) * cols),
  ]);

/** The place of the largest number, the first of several. */
export const largestAt = (numbers: ArrayLike<number>): number => {
  let best = 0;
  for (let i = 1; i < numbers.length; i++)
    if ((numbers[i] as number) > (numbers[best] as number)) best = i;
  return best;
};
