// SPDX-License-Identifier: MIT

/**
 * @typedef {{id: string, kind: 'attention', heads: number, n: number, d: number}} AttentionShape
 *   each head compares n queries with n keys and has n values, all of d components
 * @typedef {{id: string, kind: 'multi-head', batch: number, tokens: number, width: number, heads: number}} MultiHeadShape
 *   self-attention on an input of shape (batch, tokens, width), with four projections and no bias
 * @typedef {{id: string, kind: 'matmul' | 'softmax', n: number}} SquareShape
 *   matmul: the product A Bᵀ of two n × n matrices; softmax: over each row of an n × n matrix
 * @typedef {{id: string, kind: 'train', batch: number, tokens: number, width: number, heads: number, layers: number, vocabulary: number}} TrainShape
 *   a step of Adam on a small causal language model with learned position embeddings
 * @typedef {{id: string, kind: 'write', tokens: number}} WriteShape
 *   the model of the lesson `writing` generates this many tokens after a prompt, each time the likeliest token
 * @typedef {AttentionShape | MultiHeadShape | SquareShape | TrainShape} ComputedShape
 *   a shape whose expected output `referenceOf` computes
 * @typedef {ComputedShape | WriteShape} Shape
 */

export const SHAPES = [
  'attention:1x128x64',
  'attention:8x64x64',
  'attention:8x512x64',
  'attention:1x2048x64',
  'multi-head:1x64',
  'multi-head:128x64',
  'matmul:512',
  'softmax:1024',
  'train:32x24',
  'write:128',
];

/** The sizes in document 004, one of the source texts (web/src/ledger): 8 heads, 512 components per token. */
const WIDTH = 512;
const HEADS = 8;

/** A language model of the size that readers train in the lesson `learning`: about 11,500 parameters with 24 tokens. */
const TRAINED = { width: 32, heads: 2, layers: 2, vocabulary: 40 };

const SIDES = {
  attention: 'heads x n x d',
  'multi-head': 'batch x tokens',
  matmul: 'n',
  softmax: 'n',
  train: 'batch x tokens',
  write: 'tokens',
};

/**
 * @param {string} id  such as `attention:8x64x64`
 * @returns {Shape}
 */
export function parseShape(id) {
  const [kind = '', sides = '', ...rest] = id.split(':');
  const expected = Object.entries(SIDES).find(([name]) => name === kind)?.[1];
  if (expected === undefined)
    throw new TypeError(`shape ${id}: expected ${Object.keys(SIDES).join(', ')}`);
  const numbers = sides.split('x').map((side) => (/^[1-9]\d{0,4}$/.test(side) ? Number(side) : 0));
  if (rest.length || numbers.includes(0) || numbers.length !== expected.split(' x ').length)
    throw new TypeError(`shape ${id}: expected ${kind}:${expected.replaceAll(' ', '')} in numbers`);
  const [a = 0, b = 0, c = 0] = numbers;
  switch (kind) {
    case 'attention':
      return { id, kind, heads: a, n: b, d: c };
    case 'multi-head':
      return { id, kind, batch: a, tokens: b, width: WIDTH, heads: HEADS };
    case 'train':
      return { id, kind, batch: a, tokens: b, ...TRAINED };
    case 'write':
      return { id, kind, tokens: a };
    default:
      return { id, kind: kind === 'matmul' ? 'matmul' : 'softmax', n: a };
  }
}

/**
 * Whether `referenceOf` computes the expected output of a shape. For `write`, the benchmark page computes it
 * (bench/page/tales.mjs).
 * @param {Shape} shape
 * @returns {shape is ComputedShape}
 */
export const isComputed = (shape) => shape.kind !== 'write';

/**
 * Parses a comma-separated list of shapes, such as `matmul:512`, or kinds: `matmul` means all of its shapes in SHAPES.
 * @param {string} list
 */
export const parseShapes = (list) =>
  [...new Set(list.split(',').flatMap(ofKind))].map((id) => parseShape(id));

/** @param {string} name */
function ofKind(name) {
  const usual = SHAPES.filter((id) => id.startsWith(`${name}:`));
  return usual.length ? usual : [name];
}

/**
 * The number of multiplications and additions in the matrix products of a call. Undefined for softmax, which has no
 * matrix product, and for `write`, which is memory-bound.
 * @param {Shape} shape
 * @returns {number | undefined}
 */
export function operations(shape) {
  switch (shape.kind) {
    case 'attention':
      return 4 * shape.heads * shape.n ** 2 * shape.d;
    case 'multi-head':
      return (
        8 * shape.batch * shape.tokens * shape.width ** 2 +
        4 * shape.batch * shape.tokens ** 2 * shape.width
      );
    case 'matmul':
      return 2 * shape.n ** 3;
    case 'softmax':
    case 'write':
      return undefined;
    case 'train': {
      // Each multiply-add counts as 2 operations in the forward pass and as 4 in the backward pass.
      const { batch, tokens, width, layers, vocabulary } = shape;
      const ofRow = layers * (4 * width ** 2 + 2 * tokens * width) + width * vocabulary;
      return 6 * batch * tokens * ofRow;
    }
  }
}
