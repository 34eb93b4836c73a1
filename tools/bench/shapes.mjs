// SPDX-License-Identifier: MIT

/**
 * @typedef {{id: string, kind: 'attention', heads: number, n: number, d: number}} AttentionShape
 *   heads that each compare n queries with n keys of d components
 * @typedef {{id: string, kind: 'multi-head', batch: number, tokens: number, width: number, heads: number}} MultiHeadShape
 *   self-attention of (batch, tokens, width), with four projections and no bias
 * @typedef {{id: string, kind: 'matmul' | 'softmax', n: number}} SquareShape
 *   matmul: A Bᵀ of two n × n matrices; softmax: the rows of one
 * @typedef {AttentionShape | MultiHeadShape | SquareShape} Shape
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
];

/** Those of them that are done in a moment. */
export const QUICK_SHAPES = DEFAULT_SHAPES.filter((id) => id !== 'multi-head:128x64');

/** Document 004's example: 8 heads, 512 components. */
const WIDTH = 512;
const HEADS = 8;

/** How many sides each kind has, and what they are. */
const SIDES = {
  attention: 'heads x n x d',
  'multi-head': 'batch x tokens',
  matmul: 'n',
  softmax: 'n',
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
  if (rest.length || numbers.includes(0) || numbers.length !== expected.split(' x ').length)
    throw new TypeError(`shape ${id}: expected ${kind}:${expected.replaceAll(' ', '')} in numbers`);
  const [a = 0, b = 0, c = 0] = numbers;
  switch (kind) {
    case 'attention':
      return { id, kind, heads: a, n: b, d: c };
    case 'multi-head':
      return { id, kind, batch: a, tokens: b, width: WIDTH, heads: HEADS };
    default:
      return { id, kind: kind === 'matmul' ? 'matmul' : 'softmax', n: a };
  }
}

/**
 * Shapes by their names; a kind alone stands for its shapes among the usual ones.
 * @param {string[]} names
 */
export const parseShapes = (names) =>
  [...new Set(names.flatMap(ofKind))].map((id) => parseShape(id));

/** @param {string} name */
function ofKind(name) {
  const usual = DEFAULT_SHAPES.filter((id) => id.startsWith(`${name}:`));
  return usual.length ? usual : [name];
}

/**
 * Multiplications and additions of the products; undefined where exponentials are most of the work.
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
      return undefined;
  }
}
