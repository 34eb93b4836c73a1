// SPDX-License-Identifier: MIT
import { tensorsOf } from './tensors.mjs';

/**
 * @typedef {import('./shapes.mjs').ComputedShape} Shape
 * @typedef {import('./tensors.mjs').Tensor} Tensor
 * @typedef {{rows: number, cols: number, data: Float64Array}} Matrix
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
  const part = (/** @type {string} */ name, index = 0) =>
    matrixOf(/** @type {Tensor} */ (tensors[name]), index);
  switch (shape.kind) {
    case 'attention':
      return concatenated(shape.heads, (head) =>
        attention(part('queries', head), part('keys', head), part('values', head)),
      );
    case 'multi-head':
      return concatenated(shape.batch, (item) => {
        const x = part('x', item);
        const project = (/** @type {string} */ name) => product(x, part(name));
        const [queries, keys, values] = [project('W_q'), project('W_k'), project('W_v')];
        return product(multiHead(queries, keys, values, shape.heads), part('W_o'));
      });
    case 'matmul':
      return product(part('a'), part('b')).data;
    case 'softmax':
      return softmax(part('logits')).data;
    case 'train':
      return concatenated(shape.batch, (item) => logitsOf(shape, tensors, item));
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
    const wanted = /** @type {number} */ (reference[i]);
    const difference = Math.abs(/** @type {number} */ (output[i]) - wanted);
    // The negated comparison is also true for NaN, so that a NaN becomes the error.
    if (!(difference <= error)) error = difference;
    if (Number.isNaN(error)) return Number.NaN;
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
function logitsOf({ tokens, width, heads, layers }, tensors, item) {
  const tensor = (/** @type {string} */ name) => /** @type {Tensor} */ (tensors[name]);
  const turned = (/** @type {string} */ name) => transposed(matrixOf(tensor(name), 0));
  const stream = matrix(tokens, width);
  const [E, P, list] = [tensor('E').data, tensor('P').data, tensor('tokens').data];
  const entry = (
    /** @type {Float32Array} */ x,
    /** @type {number} */ row,
    /** @type {number} */ col,
  ) => /** @type {number} */ (x[row * width + col]);
  for (let i = 0; i < stream.data.length; i++) {
    const [row, col] = [Math.floor(i / width), i % width];
    const token = /** @type {number} */ (list[item * tokens + row]);
    stream.data[i] = entry(E, token, col) + entry(P, row, col);
  }
  for (let l = 0; l < layers; l++) {
    const project = (/** @type {string} */ name) => product(stream, turned(`${name}_${l}`));
    const [queries, keys, values] = [project('W_q'), project('W_k'), project('W_v')];
    const concat = multiHead(queries, keys, values, heads, true);
    const added = product(concat, turned(`W_o_${l}`)).data;
    for (let i = 0; i < added.length; i++)
      stream.data[i] = /** @type {number} */ (stream.data[i]) + /** @type {number} */ (added[i]);
  }
  return product(stream, turned('U'));
}

/**
 * The outputs of all heads, concatenated. The columns of `queries`, `keys` and `values` are those of the first head,
 * then those of the second, and so on.
 * @param {Matrix} queries
 * @param {Matrix} keys
 * @param {Matrix} values
 * @param {number} heads
 */
function multiHead(queries, keys, values, heads, isCausal = false) {
  const { rows, cols } = values;
  const concat = matrix(rows, cols);
  const d = cols / heads;
  for (let head = 0; head < heads; head++) {
    const part = (/** @type {Matrix} */ x) => columns(x, head * d, d);
    const output = attention(part(queries), part(keys), part(values), isCausal);
    for (let row = 0; row < rows; row++)
      concat.data.set(output.data.subarray(row * d, (row + 1) * d), row * cols + head * d);
  }
  return concat;
}

/** @param {Matrix} queries @param {Matrix} keys @param {Matrix} values */
function attention(queries, keys, values, isCausal = false) {
  const scores = product(queries, keys);
  for (let i = 0; i < scores.data.length; i++) {
    const isHidden = isCausal && i % keys.rows > Math.floor(i / keys.rows);
    scores.data[i] = isHidden
      ? Number.NEGATIVE_INFINITY
      : /** @type {number} */ (scores.data[i]) / Math.sqrt(queries.cols);
  }
  return product(softmax(scores), transposed(values));
}

/** @param {Matrix} logits */
function softmax({ rows, cols, data }) {
  const weights = matrix(rows, cols);
  for (let row = 0; row < rows; row++) {
    const logits = data.subarray(row * cols, (row + 1) * cols);
    const largest = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    const exponentials = logits.map((logit) => Math.exp(logit - largest));
    const sum = exponentials.reduce((a, b) => a + b, 0);
    weights.data.set(
      exponentials.map((value) => value / sum),
      row * cols,
    );
  }
  return weights;
}

/** The product a bᵀ. @param {Matrix} a @param {Matrix} b */
function product(a, b) {
  const result = matrix(a.rows, b.rows);
  for (let row = 0; row < a.rows; row++) {
    const left = a.data.subarray(row * a.cols, (row + 1) * a.cols);
    for (let col = 0; col < b.rows; col++) {
      let sum = 0;
      const start = col * b.cols;
      for (let p = 0; p < left.length; p++)
        sum += /** @type {number} */ (left[p]) * /** @type {number} */ (b.data[start + p]);
      result.data[row * b.rows + col] = sum;
    }
  }
  return result;
}

/** @param {number} rows @param {number} cols @returns {Matrix} */
const matrix = (rows, cols) => ({ rows, cols, data: new Float64Array(rows * cols) });

/**
 * Matrix `index` of a tensor that contains several matrices. The tensor's last two axes are their rows and columns.
 * @param {Tensor} tensor
 * @param {number} index
 * @returns {Matrix}
 */
function matrixOf({ shape, data }, index) {
  const [rows = 0, cols = 0] = shape.slice(-2);
  const start = index * rows * cols;
  return { rows, cols, data: Float64Array.from(data.subarray(start, start + rows * cols)) };
}

/** @param {Matrix} whole @param {number} from @param {number} count */
function columns(whole, from, count) {
  const part = matrix(whole.rows, count);
  for (let row = 0; row < whole.rows; row++) {
    const start = row * whole.cols + from;
    part.data.set(whole.data.subarray(start, start + count), row * count);
  }
  return part;
}

/** @param {Matrix} whole */
function transposed({ rows, cols, data }) {
  const result = matrix(cols, rows);
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++)
      result.data[col * rows + row] = /** @type {number} */ (data[row * cols + col]);
  return result;
}

/** @param {number} count @param {(index: number) => Matrix} make */
function concatenated(count, make) {
  const parts = Array.from({ length: count }, (_, index) => make(index).data);
  const whole = new Float64Array(parts.reduce((size, part) => size + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
