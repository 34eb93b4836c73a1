// SPDX-License-Identifier: MIT

/**
 * The transpose of a matrix.
 * @param {{shape: number[], data: Float32Array}} matrix
 */
export function transposed({ shape: [rows, cols], data }) {
  const result = new Float32Array(data.length);
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) result[col * rows + row] = data[row * cols + col];
  return { shape: [cols, rows], data: result };
}
