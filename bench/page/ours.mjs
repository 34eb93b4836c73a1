// SPDX-License-Identifier: MIT
const precision = 'float32';

/**
 * This library's call for a shape: its name, and what makes it.
 * @param {import('../../web/src/engine/index.ts').Engine} engine
 * @param {import('../../tools/bench/shapes.mjs').Shape} shape
 * @param {object} tensors  of that shape
 * @param {object} [more]  where the result goes
 * @returns {[name: string, call: () => object]} a call gives a tensor
 */
export function callOf(engine, shape, tensors, more = {}) {
  switch (shape.kind) {
    case 'attention': {
      const input = { precision, divisor: 'sqrt_dk', ...tensors, ...more };
      return ['streamingAttention', () => engine.streamingAttention(input).output];
    }
    case 'multi-head': {
      const { x, ...parameters } = tensors;
      const input = { precision, queries: x, keys: x, values: x, ...parameters, ...more };
      Object.assign(input, { numHeads: shape.heads });
      return ['multiHeadOutput', () => engine.multiHeadOutput(input)];
    }
    case 'matmul': {
      const { a, b } = tensors;
      const input = { precision, queries: a, keys: b, divisor: 'none', ...more };
      return ['scaledDotScores', () => engine.scaledDotScores(input)];
    }
    case 'softmax':
      return ['softmax', () => engine.softmax({ precision, ...tensors, ...more })];
  }
}
