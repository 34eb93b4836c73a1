// SPDX-License-Identifier: MIT

/**
 * @typedef {import('./shapes.mjs').ComputedShape} Shape
 * @typedef {{shape: number[], data: Float32Array}} Tensor
 * @typedef {Record<string, Tensor>} Tensors
 *   the input tensors of a benchmark, by name, with their shapes in parentheses. attention: queries, keys and values
 *   (heads, n, d); multi-head: x (batch, tokens, width), and W_q, W_k, W_v and W_o (out, in), which are
 *   applied as x Wᵀ; matmul: a and b (n, n); softmax: logits (n, n); train: tokens, targets and counts (batch, tokens),
 *   and the parameters for the vocabulary V and the width d: E (V, d), P (tokens, d), W_q_0, W_k_0, W_v_0 and W_o_0
 *   (d, d), …, and U (d, V), which are applied as x W
 */

/** The standard deviation of the logits. With it, rows of softmax are neither almost uniform nor almost one-hot. */
const LOGITS_DEVIATION = 4;

/**
 * The inputs of a shape, the same in every process. Numbers are pseudo-random with a uniform distribution of mean 0;
 * token ids are uniform in [0, vocabulary).
 * @param {Shape} shape
 * @returns {Tensors}
 */
export function tensorsOf(shape) {
  let seed = 0;
  const tensor = (/** @type {number[]} */ sides, deviation = 1) => {
    seed += 1;
    const length = sides.reduce((product, side) => product * side, 1);
    const random = seeded(Math.imul(seed, 0x9e3779b9));
    const width = deviation * Math.sqrt(12);
    return { shape: sides, data: Float32Array.from({ length }, () => (random() - 0.5) * width) };
  };
  switch (shape.kind) {
    case 'attention': {
      const sides = [shape.heads, shape.n, shape.d];
      return { queries: tensor(sides), keys: tensor(sides), values: tensor(sides) };
    }
    case 'multi-head': {
      const { batch, tokens, width } = shape;
      const projection = () => tensor([width, width], 1 / Math.sqrt(width));
      const x = tensor([batch, tokens, width]);
      return { x, W_q: projection(), W_k: projection(), W_v: projection(), W_o: projection() };
    }
    case 'matmul':
      return { a: tensor([shape.n, shape.n]), b: tensor([shape.n, shape.n]) };
    case 'train': {
      const { batch, tokens, width, layers, vocabulary } = shape;
      const whole = () => {
        const { shape: sides, data } = tensor([batch, tokens]);
        const unit = (/** @type {number} */ x) => x / Math.sqrt(12) + 0.5;
        return { shape: sides, data: data.map((x) => Math.floor(unit(x) * vocabulary)) };
      };
      const matrix = (/** @type {number} */ rows, cols = width) =>
        tensor([rows, cols], 1 / Math.sqrt(width));
      const given = { tokens: whole(), targets: whole(), E: matrix(vocabulary), P: matrix(tokens) };
      const ofLayers = Array.from({ length: layers }, (_, l) =>
        ['W_q', 'W_k', 'W_v', 'W_o'].map((name) => [`${name}_${l}`, matrix(width)]),
      ).flat();
      const counts = { shape: [batch, tokens], data: given.tokens.data.map(() => 1) };
      return { ...given, counts, ...Object.fromEntries(ofLayers), U: matrix(width, vocabulary) };
    }
    case 'softmax':
      return { logits: tensor([shape.n, shape.n], LOGITS_DEVIATION) };
  }
}

/**
 * The random number generator Mulberry32, with values in [0, 1). Its integer arithmetic gives the same numbers in every
 * JavaScript engine.
 * @param {number} seed
 */
export function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
