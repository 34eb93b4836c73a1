// SPDX-License-Identifier: MIT

/**
 * Returns the transpose of a row-major matrix. Its entries are copied to a new array.
 * @param {{shape: number[], data: Float32Array}} matrix
 */
export function transposed({ shape: [rows, cols], data }) {
  const result = new Float32Array(data.length);
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) result[col * rows + row] = data[row * cols + col];
  return { shape: [cols, rows], data: result };
}
