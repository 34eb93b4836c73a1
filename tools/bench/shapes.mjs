// SPDX-License-Identifier: MIT

/**
 * @typedef {{id: string, kind: 'attention', heads: number, n: number, d: number, dv?: number}} AttentionShape
 *   each head compares n queries with n keys, all of d components; its n values have dv components, by default d
 * @typedef {{id: string, kind: 'multi-head', batch: number, tokens: number, width: number, heads: number}} MultiHeadShape
 *   self-attention on an input of shape (batch, tokens, width), with four projections and no bias
 * @typedef {{id: string, kind: 'matmul' | 'softmax', n: number}} SquareShape
 *   matmul: the product A Bᵀ of two n × n matrices; softmax: over each row of an n × n matrix
 * @typedef {{id: string, kind: 'train', batch: number, tokens: number, width: number, heads: number, layers: number, vocabulary: number}} TrainShape
 *   a step of Adam on a small causal language model with learned position embeddings
 * @typedef {{id: string, kind: 'write', tokens: number}} WriteShape
 *   a text of this many tokens after a prompt, by the model of the lesson `writing`; the likeliest token each time
 * @typedef {AttentionShape | MultiHeadShape | SquareShape | TrainShape} ComputedShape  one with a plain reference
 * @typedef {ComputedShape | WriteShape} Shape
 */

export const DEFAULT_SHAPES = [
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

export const QUICK_SHAPES = DEFAULT_SHAPES.filter((id) => id !== 'multi-head:128x64');

/**
 * Shapes whose axis lengths are not multiples of the kernels' tiles (the blocks that a kernel computes at once). Each
 * has a `neighbour`, a shape of similar size whose axis lengths are multiples.
 */
export const ODD_SHAPES = [
  { shape: 'attention:8x127x64', neighbour: 'attention:8x128x64' },
  { shape: 'attention:8x129x64', neighbour: 'attention:8x128x64' },
  { shape: 'attention:8x128x40', neighbour: 'attention:8x128x48' },
  { shape: 'attention:8x128x80', neighbour: 'attention:8x128x64' },
  { shape: 'attention:8x128x1', neighbour: 'attention:8x128x8' },
  { shape: 'attention:8x128x64x40', neighbour: 'attention:8x128x64' },
];

/** The example of document 004, one of the source texts (web/src/ledger): 8 heads, 512 components per token. */
const WIDTH = 512;
const HEADS = 8;

/** A language model of the size that readers train in the lesson `learning`: about 11,500 parameters with 24 tokens. */
const TRAINED = { width: 32, heads: 2, layers: 2, vocabulary: 40 };

const SIDES = {
  attention: 'heads x n x d x d_v',
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
  const missing = expected.split(' x ').length - numbers.length;
  if (rest.length || numbers.includes(0) || missing < 0 || missing > (kind === 'attention' ? 1 : 0))
    throw new TypeError(`shape ${id}: expected ${kind}:${expected.replaceAll(' ', '')} in numbers`);
  const [a = 0, b = 0, c = 0, dv] = numbers;
  switch (kind) {
    case 'attention':
      return { id, kind, heads: a, n: b, d: c, ...(dv && { dv }) };
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
 * Whether the expected output of a shape can be computed from numbers of `tensorsOf`. The page itself knows what a model
 * writes (bench/page/tales.mjs).
 * @param {Shape} shape
 * @returns {shape is ComputedShape}
 */
export const isComputed = (shape) => shape.kind !== 'write';

/**
 * Parses shapes, such as `matmul:512`. A kind alone, such as `matmul`, stands for its default shapes; `odd` stands for
 * ODD_SHAPES and their neighbours.
 * @param {string[]} names
 */
export const parseShapes = (names) =>
  [...new Set(names.flatMap(ofKind))].map((id) => parseShape(id));

/** @param {string} name */
function ofKind(name) {
  if (name === 'odd') return ODD_SHAPES.flatMap(({ shape, neighbour }) => [shape, neighbour]);
  const usual = DEFAULT_SHAPES.filter((id) => id.startsWith(`${name}:`));
  return usual.length ? usual : [name];
}

/**
 * The number of multiplications and additions that take as long as one exponential. Four exponentials take about 13
 * cycles.
 */
const OF_EXPONENTIAL = 27;

/**
 * The work of a call for an attention shape: the number of multiplications and additions, where each exponential counts
 * as OF_EXPONENTIAL of them. Undefined for other kinds. Times are divided by the work, so that shapes of different
 * sizes can be compared.
 * @param {Shape} shape
 */
export const elements = (shape) =>
  shape.kind === 'attention'
    ? (operations(shape) ?? 0) + OF_EXPONENTIAL * shape.heads * shape.n ** 2
    : undefined;

/**
 * The number of multiplications and additions in the matrix products of a call. Undefined for softmax, which has no
 * matrix product, and for writing, which waits for memory.
 * @param {Shape} shape
 * @returns {number | undefined}
 */
export function operations(shape) {
  switch (shape.kind) {
    case 'attention':
      return 2 * shape.heads * shape.n ** 2 * (shape.d + (shape.dv ?? shape.d));
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
