// SPDX-License-Identifier: MIT
// Tensor operations that `TalesModel` needs and the engine does not have.
import type { Floats } from './tensor.ts';

export const sum = (a: Floats, b: Floats): Floats => ({
  shape: a.shape,
  data: a.data.map((one, i) => one + (b.data[i] as number)),
});

/** Appends the rows of each head to those in `before`: shapes (h, a, s) and (h, b, s) give (h, a + b, s). */
export function after(before: Floats | undefined, { shape, data }: Floats): Floats {
  if (before === undefined) return { shape, data };
  const [heads = 0, more = 0, size = 0] = shape;
  const rows = before.shape[1] as number;
  const [kept, added] = [rows * size, more * size];
  const all = new Float32Array(before.data.length + data.length);
  for (let head = 0; head < heads; head++) {
    all.set(before.data.subarray(head * kept, (head + 1) * kept), head * (kept + added));
    all.set(data.subarray(head * added, (head + 1) * added), head * (kept + added) + kept);
  }
  return { shape: [heads, rows + more, size], data: all };
}

export function transposed({ shape: [rows = 0, columns = 0], data }: Floats): Floats {
  const turned = new Float32Array(data.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      turned[column * rows + row] = data[row * columns + column] as number;
  return { shape: [columns, rows], data: turned };
}

/** Splits rows of d numbers into h heads: from shape (n, d) to (h, n, d/h). */
export function cutHeads({ shape: [length = 0, width = 0], data }: Floats, heads: number): Floats {
  const size = width / heads;
  const cut = new Float32Array(data.length);
  for (let head = 0; head < heads; head++)
    for (let i = 0; i < length; i++) {
      const from = i * width + head * size;
      cut.set(data.subarray(from, from + size), (head * length + i) * size);
    }
  return { shape: [heads, length, size], data: cut };
}

/** The inverse of `cutHeads`: from shape (h, n, d/h) to (n, d). */
export function joinHeads({ shape: [heads = 0, length = 0, size = 0], data }: Floats): Floats {
  const joined = new Float32Array(data.length);
  for (let head = 0; head < heads; head++)
    for (let i = 0; i < length; i++) {
      const from = (head * length + i) * size;
      joined.set(data.subarray(from, from + size), (i * heads + head) * size);
    }
  return { shape: [length, heads * size], data: joined };
}
