// SPDX-License-Identifier: MIT
// Matrices for the models of other libraries. The constants are defaults of cpp/attention/options.hpp.

export const EPSILON = 1e-5;
const ROTARY_BASE = 10_000;

/** The cosines and sines of the angles of rotary positions, each of shape (positions, d/2), for heads of width d. */
export function angles(positions, d) {
  const shape = [positions, d / 2];
  const all = Float64Array.from(
    { length: (positions * d) / 2 },
    (_, i) => Math.floor(i / (d / 2)) * ROTARY_BASE ** ((-2 * (i % (d / 2))) / d),
  );
  return {
    cos: { shape, data: Float32Array.from(all, Math.cos) },
    sin: { shape, data: Float32Array.from(all, Math.sin) },
  };
}

/** Concatenates matrices with the same number of rows to one matrix, in which they are side by side. */
export function sideBySide(matrices) {
  const [rows] = matrices[0].shape;
  const cols = matrices.reduce((sum, { shape }) => sum + shape[1], 0);
  const data = new Float32Array(rows * cols);
  let from = 0;
  for (const { shape, data: part } of matrices) {
    for (let row = 0; row < rows; row++)
      data.set(part.subarray(row * shape[1], (row + 1) * shape[1]), row * cols + from);
    from += shape[1];
  }
  return { shape: [rows, cols], data };
}

/**
 * Returns a transposed copy of a row-major matrix.
 * @param {{shape: number[], data: Float32Array}} matrix
 */
export function transposed({ shape: [rows, cols], data }) {
  const result = new Float32Array(data.length);
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) result[col * rows + row] = data[row * cols + col];
  return { shape: [cols, rows], data: result };
}
