// SPDX-License-Identifier: MIT

import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import * as ort from 'onnxruntime-web/wasm';
import { candidate } from './candidate.mjs';
import { sideBySide, transposed } from './matrices.mjs';
import { onnxModel } from './onnx.mjs';
import { ATTENTIONS, talesModel } from './onnx-tales.mjs';
import { written } from './tales.mjs';

const MICROSOFT = 'com.microsoft';
const node = (op, inputs, output, attributes, domain) => ({
  op,
  inputs,
  output,
  attributes,
  domain,
});

candidate({
  async load() {
    ort.env.wasm.numThreads = 1;
    ort.env.wasm.wasmPaths = { wasm };
  },
  forms(shape, tensors) {
    switch (shape.kind) {
      case 'attention':
        return attention(shape, tensors);
      case 'multi-head':
        return multiHead(shape, tensors);
      case 'matmul': {
        const [a, b] = [tensors.a, transposed(tensors.b)];
        const nodes = [node('MatMul', ['a', 'b'], 'output')];
        return { MatMul: () => session({ a, b }, nodes, tensors.a.shape) };
      }
      case 'softmax': {
        const nodes = [node('Softmax', ['logits'], 'output', { axis: -1 })];
        return { Softmax: () => session(tensors, nodes, tensors.logits.shape) };
      }
      case 'write':
        return writing(shape, tensors);
    }
  },
});

const started = (model) =>
  ort.InferenceSession.create(model, {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
  });

async function session(inputs, nodes, outputShape, constants) {
  const shapes = Object.fromEntries(
    Object.entries(inputs).map(([name, { shape }]) => [name, shape]),
  );
  const model = onnxModel({ inputs: shapes, nodes, constants, outputs: { output: outputShape } });
  const running = await started(model);
  return {
    async call() {
      const feeds = {};
      for (const [name, { shape, data }] of Object.entries(inputs))
        feeds[name] = new ort.Tensor('float32', data, shape);
      const { output } = await running.run(feeds);
      return output.data;
    },
    release: () => running.release(),
  };
}

/** The nodes of attention: scale, scores, softmax and weighted sum. The keys must already be transposed. */
const plain = (queries, keysTransposed, values, output) => [
  node('Mul', [queries, 'scale'], 'scaled'),
  node('MatMul', ['scaled', keysTransposed], 'scores'),
  node('Softmax', ['scores'], 'weights', { axis: -1 }),
  node('MatMul', ['weights', values], output),
];
const scaleOf = (d) => ({ shape: [1], data: Float32Array.of(1 / Math.sqrt(d)) });

function attention({ heads, n, d }, { queries, keys, values }) {
  const of = (sides) => {
    const given = ({ data }) => ({ shape: sides, data });
    return { queries: given(queries), keys: given(keys), values: given(values) };
  };
  const names = ['queries', 'keys', 'values'];
  const perHead = [heads, n, d];
  const four = [1, heads, n, d];
  return {
    // Passes each head as a batch item with one head, so that inputs of shape (heads, n, d) need no transposition.
    MultiHeadAttention: () =>
      session(
        of(perHead),
        [node('MultiHeadAttention', names, 'output', { num_heads: 1 }, MICROSOFT)],
        perHead,
      ),
    'Attention (opset 23)': () => session(of(four), [node('Attention', names, 'output')], four),
    'MatMul + Softmax': () =>
      session(
        of(perHead),
        [
          node('Transpose', ['keys'], 'turned', { perm: [0, 2, 1] }),
          ...plain('queries', 'turned', 'values', 'output'),
        ],
        perHead,
        { scale: scaleOf(d) },
      ),
  };
}

function multiHead({ batch, tokens, width, heads }, { x, W_q, W_k, W_v, W_o }) {
  const d = width / heads;
  const [q, k, v, o] = [W_q, W_k, W_v, W_o].map(transposed);
  const projections = [
    node('MatMul', ['x', 'W_q'], 'queries'),
    node('MatMul', ['x', 'W_k'], 'keys'),
    node('MatMul', ['x', 'W_v'], 'values'),
  ];
  const weights = { W_q: q, W_k: k, W_v: v, W_o: o };
  const last = node('MatMul', ['concat', 'W_o'], 'output');
  const split = (name, perm) => [
    node('Reshape', [name, 'split'], `${name}_split`),
    node('Transpose', [`${name}_split`], `${name}_heads`, { perm }),
  ];
  return {
    MultiHeadAttention: () =>
      session(
        { x },
        [
          ...projections,
          node(
            'MultiHeadAttention',
            ['queries', 'keys', 'values'],
            'concat',
            { num_heads: heads },
            MICROSOFT,
          ),
          last,
        ],
        x.shape,
        weights,
      ),
    // Microsoft's operator, whose weight matrix contains the three projections side by side.
    'Attention (com.microsoft)': () =>
      session(
        { x },
        [
          node('Attention', ['x', 'W_qkv', 'bias'], 'concat', { num_heads: heads }, MICROSOFT),
          last,
        ],
        x.shape,
        {
          W_qkv: sideBySide([q, k, v]),
          bias: { shape: [3 * width], data: new Float32Array(3 * width) },
          W_o: o,
        },
      ),
    'MatMul + Softmax': () =>
      session(
        { x },
        [
          ...projections,
          ...split('queries', [0, 2, 1, 3]),
          ...split('keys', [0, 2, 3, 1]),
          ...split('values', [0, 2, 1, 3]),
          ...plain('queries_heads', 'keys_heads', 'values_heads', 'outputs'),
          node('Transpose', ['outputs'], 'merged', { perm: [0, 2, 1, 3] }),
          node('Reshape', ['merged', 'whole'], 'concat'),
          last,
        ],
        x.shape,
        {
          ...weights,
          scale: scaleOf(d),
          split: { shape: [4], data: [batch, tokens, heads, d] },
          whole: { shape: [3], data: [batch, tokens, width] },
        },
      ),
  };
}

/**
 * Generates text with the tales model. JavaScript arrays cache the keys and values. Each run of the session returns
 * only the rows of the new token, because returning all rows takes up to twice as long.
 */
const writing = ({ tokens: count }, tales) =>
  Object.fromEntries(
    Object.entries(ATTENTIONS).map(([name, attention]) => [
      name,
      async () => {
        const { positions, width } = tales.settings;
        const running = await started(talesModel(tales, attention));
        const kept = running.inputNames
          .filter((input) => /^[KV]_/.test(input))
          .map((input) => [input, new Float32Array(positions * width)]);
        const whole = (number) => new ort.Tensor('int64', [BigInt(number)], [1, 1]);
        const step = async (token, position) => {
          const feeds = { token: whole(token), position: whole(position) };
          for (const [input, rows] of kept) {
            const data = rows.subarray(0, position * width);
            feeds[input] = new ort.Tensor('float32', data, [1, position, width]);
          }
          const { next, ...found } = await running.run(feeds);
          for (const [input, rows] of kept) rows.set(found[`row_${input}`].data, position * width);
          return Number(next.data[0]);
        };
        return {
          call() {
            let length = 0;
            return written(count, tales.prompt, async (given) => {
              let next;
              for (const token of given) next = await step(token, length++);
              return next;
            });
          },
          release: () => running.release(),
        };
      },
    ]),
  );
