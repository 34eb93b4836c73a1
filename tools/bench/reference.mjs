// SPDX-License-Identifier: MIT
import { tensorsOf } from './tensors.mjs';

/**
 * @typedef {import('./shapes.mjs').ComputedShape} Shape
 * @typedef {import('./tensors.mjs').Tensor} Tensor
 * @typedef {Float64Array[]} Rows  the rows of a matrix
 */

/**
 * The largest accepted difference of an output from the expected output, as a share of the largest absolute entry of
 * the expected output.
 */
export const TOLERANCE = 1e-4;

/**
 * The expected output of every library for a shape, computed in double precision with simple loops.
 * @param {Shape} shape
 * @returns {Float64Array}
 */
export function referenceOf(shape) {
  const tensors = tensorsOf(shape);
  const part = (/** @type {string} */ name, index = 0) => rowsOf(tensors, name, index);
  const each = (/** @type {number} */ count, /** @type {(index: number) => Rows} */ make) =>
    flat(Array.from({ length: count }, (_, index) => make(index)).flat());
  switch (shape.kind) {
    case 'attention':
      return each(shape.heads, (head) =>
        attention(part('queries', head), part('keys', head), part('values', head)),
      );
    case 'multi-head':
      return each(shape.batch, (item) => {
        const project = (/** @type {string} */ name) => product(part('x', item), part(name));
        const [q, k, v] = [project('W_q'), project('W_k'), project('W_v')];
        return product(multiHead(q, k, v, shape.heads), part('W_o'));
      });
    case 'matmul':
      return flat(product(part('a'), part('b')));
    case 'softmax':
      return flat(part('logits').map(softmax));
    case 'train':
      return each(shape.batch, (item) => logitsOf(shape, tensors, item));
  }
}

/**
 * The largest difference of an output from the expected one (the reference), relative to the reference's largest
 * absolute entry.
 * @param {ArrayLike<number>} output
 * @param {ArrayLike<number>} reference
 * @returns {number} NaN if an entry is NaN, the sizes differ, or output and reference are all 0
 */
export function largestError(output, reference) {
  if (output.length !== reference.length) return Number.NaN;
  let error = 0;
  let largest = 0;
  for (let i = 0; i < reference.length; i++) {
    const wanted = reference[i] ?? Number.NaN;
    // Math.max returns NaN if one of its arguments is NaN.
    error = Math.max(error, Math.abs((output[i] ?? Number.NaN) - wanted));
    largest = Math.max(largest, Math.abs(wanted));
  }
  return error / largest;
}

/**
 * The logits of a language model for sequence `item` of the batch, before the first training step.
 * @param {import('./shapes.mjs').TrainShape} shape
 * @param {import('./tensors.mjs').Tensors} tensors
 * @param {number} item
 */
function logitsOf({ heads, layers }, tensors, item) {
  const part = (/** @type {string} */ name) => rowsOf(tensors, name, 0);
  const turned = (/** @type {string} */ name) => transposed(part(name));
  const [E, P] = [part('E'), part('P')];
  const tokens = part('tokens')[item] ?? [];
  let stream = sum(
    Array.from(tokens, (token) => /** @type {Float64Array} */ (E[token])),
    P,
  );
  for (let l = 0; l < layers; l++) {
    const project = (/** @type {string} */ name) => product(stream, turned(`${name}_${l}`));
    const [q, k, v] = [project('W_q'), project('W_k'), project('W_v')];
    stream = sum(stream, product(multiHead(q, k, v, heads, true), turned(`W_o_${l}`)));
  }
  return product(stream, turned('U'));
}

/**
 * The outputs of all heads, concatenated. The columns of `q`, `k` and `v` are grouped by head.
 * @param {Rows} q @param {Rows} k @param {Rows} v @param {number} heads
 */
function multiHead(q, k, v, heads, isCausal = false) {
  const d = (v[0]?.length ?? 0) / heads;
  const outputs = Array.from({ length: heads }, (_, head) => {
    const part = (/** @type {Rows} */ x) => x.map((row) => row.subarray(head * d, (head + 1) * d));
    return attention(part(q), part(k), part(v), isCausal);
  });
  return q.map((_, i) => flat(outputs.flatMap((rows) => rows[i] ?? [])));
}

/** @param {Rows} q @param {Rows} k @param {Rows} v */
function attention(q, k, v, isCausal = false) {
  const divisor = Math.sqrt(q[0]?.length ?? 0);
  const weights = product(q, k).map((scores, i) =>
    softmax(scores.map((s, j) => (isCausal && j > i ? Number.NEGATIVE_INFINITY : s / divisor))),
  );
  return product(weights, transposed(v));
}

/** @param {Float64Array} logits */
function softmax(logits) {
  const largest = logits.reduce((a, b) => Math.max(a, b));
  const exponentials = logits.map((logit) => Math.exp(logit - largest));
  const total = exponentials.reduce((a, b) => a + b);
  return exponentials.map((value) => value / total);
}

/** The product a bᵀ. @param {Rows} a @param {Rows} b @returns {Rows} */
const product = (a, b) => a.map((left) => Float64Array.from(b, (right) => dot(left, right)));

/** @param {Float64Array} a @param {Float64Array} b */
function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++)
    sum += /** @type {number} */ (a[i]) * /** @type {number} */ (b[i]);
  return sum;
}

/** @param {Rows} a @param {Rows} b */
const sum = (a, b) => a.map((row, i) => row.map((x, j) => x + (b[i]?.[j] ?? Number.NaN)));

/** @param {Rows} rows @returns {Rows} */
const transposed = (rows) =>
  Array.from(rows[0] ?? [], (_, col) => Float64Array.from(rows, (row) => row[col] ?? Number.NaN));

/** @param {Rows} rows */
function flat(rows) {
  const whole = new Float64Array(rows.reduce((size, row) => size + row.length, 0));
  let offset = 0;
  for (const row of rows) {
    whole.set(row, offset);
    offset += row.length;
  }
  return whole;
}

/**
 * Matrix `index` of a tensor that contains several matrices. The tensor's last two axes are their rows and columns.
 * @param {import('./tensors.mjs').Tensors} tensors
 * @param {string} name
 * @param {number} index
 * @returns {Rows}
 */
function rowsOf(tensors, name, index) {
  const { shape, data } = /** @type {Tensor} */ (tensors[name]);
  const [rows = 0, cols = 0] = shape.slice(-2);
  return Array.from({ length: rows }, (_, row) =>
    Float64Array.from(data.subarray((index * rows + row) * cols, (index * rows + row + 1) * cols)),
  );
}
