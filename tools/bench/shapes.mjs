// SPDX-License-Identifier: MIT

/**
 * @typedef {{id: string, kind: 'attention', heads: number, n: number, d: number, dv?: number}} AttentionShape
 *   heads that each compare n queries with n keys of d components; values have dv, or as many
 * @typedef {{id: string, kind: 'multi-head', batch: number, tokens: number, width: number, heads: number}} MultiHeadShape
 *   self-attention of (batch, tokens, width), with four projections and no bias
 * @typedef {{id: string, kind: 'matmul' | 'softmax', n: number}} SquareShape
 *   matmul: A Bᵀ of two n × n matrices; softmax: the rows of one
 * @typedef {{id: string, kind: 'train', batch: number, tokens: number, width: number, heads: number, layers: number, vocabulary: number}} TrainShape
 *   a step of Adam on a causal language model with positions, as small as a page trains it
 * @typedef {AttentionShape | MultiHeadShape | SquareShape | TrainShape} Shape
 */

/** What is measured unless shapes are named. */
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
];

/** Those of them that are done in a moment. */
export const QUICK_SHAPES = DEFAULT_SHAPES.filter((id) => id !== 'multi-head:128x64');

/** Shapes that fill no tile, beside a neighbour that does. */
export const ODD_SHAPES = [
  { shape: 'attention:8x127x64', neighbour: 'attention:8x128x64' },
  { shape: 'attention:8x129x64', neighbour: 'attention:8x128x64' },
  { shape: 'attention:8x128x40', neighbour: 'attention:8x128x48' },
  { shape: 'attention:8x128x80', neighbour: 'attention:8x128x64' },
  { shape: 'attention:8x128x1', neighbour: 'attention:8x128x8' },
  { shape: 'attention:8x128x64x40', neighbour: 'attention:8x128x64' },
];

/** Document 004's example: 8 heads, 512 components. */
const WIDTH = 512;
const HEADS = 8;

/** The model of the lesson on learning: about 11,500 parameters. */
const TRAINED = { width: 32, heads: 2, layers: 2, vocabulary: 40 };

/** How many sides each kind has, and what they are. */
const SIDES = {
  attention: 'heads x n x d x d_v',
  'multi-head': 'batch x tokens',
  matmul: 'n',
  softmax: 'n',
  train: 'batch x tokens',
};

/**
 * @param {string} id  as `attention:8x64x64`
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
    default:
      return { id, kind: kind === 'matmul' ? 'matmul' : 'softmax', n: a };
  }
}

/**
 * Shapes by their names; a kind alone stands for its shapes among the usual ones, `odd` for those that fill no tile.
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

/** Operations that take as long as an exponential: some 13 cycles for 4 values. */
const OF_EXPONENTIAL = 27;

/**
 * What a time is divided by to compare shapes of attention: operations, exponentials among them.
 * @param {Shape} shape
 */
export const elements = (shape) =>
  shape.kind === 'attention'
    ? (operations(shape) ?? 0) + OF_EXPONENTIAL * shape.heads * shape.n ** 2
    : undefined;

/**
 * Multiplications and additions of the products; undefined where exponentials are most of the work.
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
      return undefined;
    case 'train': {
      // Forward, and twice as much backward.
      const { batch, tokens, width, layers, vocabulary } = shape;
      const ofRow = layers * (4 * width ** 2 + 2 * tokens * width) + width * vocabulary;
      return 6 * batch * tokens * ofRow;
    }
  }
}
