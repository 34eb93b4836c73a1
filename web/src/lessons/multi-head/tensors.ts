// SPDX-License-Identifier: MIT
import { sum, transpose } from 'd3-array';
import type { Tensor } from '../../engine/index.ts';
import { type Matrix, rowsOf } from '../matrix.ts';

/** The matrix of each head. The heads are on the third axis from the end. */
export const byHead = (tensor: Tensor): number[][][] =>
  Array.from({ length: tensor.shape.at(-3) ?? 1 }, (_, head) => rowsOf(tensor, head));

export const sums = (rows: Matrix): number[] => rows.map((row) => sum(row));

/** The transpose of a matrix. */
export const turned = (rows: Matrix): number[][] => transpose(rows.map((row) => [...row]));

/** The total number of entries of several tensors. */
export const countOf = (...tensors: readonly (Tensor | undefined)[]): number =>
  sum(tensors, (tensor) => tensor?.data.length ?? 0);
