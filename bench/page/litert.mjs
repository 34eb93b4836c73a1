// SPDX-License-Identifier: MIT
import { loadAndCompile, loadLiteRt, Tensor } from '@litertjs/core';
import { candidate } from './candidate.mjs';
import { transposed } from './matrices.mjs';
import { tfliteModel } from './tflite.mjs';

candidate({
  load: () => loadLiteRt('/'),
  forms(shape, tensors) {
    switch (shape.kind) {
      case 'attention':
        return { 'BATCH_MATMUL + SOFTMAX': () => compiled(attention(shape), tensors) };
      case 'multi-head':
        return { 'FULLY_CONNECTED + BATCH_MATMUL + SOFTMAX': () => multiHead(shape, tensors) };
      case 'matmul':
        return {
          BATCH_MATMUL: () => matmul(tensors, false),
          'BATCH_MATMUL, transposing': () => matmul(tensors, true),
        };
      case 'softmax': {
        const { shape: sides } = tensors.logits;
        const nodes = [{ op: 'SOFTMAX', inputs: ['logits'], output: 'output' }];
        const values = { logits: { shape: sides }, output: { shape: sides } };
        return { SOFTMAX: () => compiled({ values, nodes }, tensors) };
      }
    }
  },
});

/** @param {Pick<Parameters<typeof tfliteModel>[0], 'values' | 'nodes'>} graph */
async function compiled(graph, inputs) {
  const bytes = tfliteModel({ ...graph, inputs: Object.keys(inputs), output: 'output' });
  const model = await loadAndCompile(bytes, {
    accelerator: 'wasm',
    cpuOptions: { numThreads: 1 },
  });
  return {
    async call() {
      const given = Object.values(inputs).map(({ data, shape }) => new Tensor(data, shape));
      const [output] = await model.run(given);
      // The result is copied, because toTypedArray() returns a view of the module's memory, which delete() frees.
      const result = output.toTypedArray().slice();
      for (const tensor of [...given, output]) tensor.delete();
      return result;
    },
    release: () => model.delete(),
  };
}

const scaleOf = (d) => ({ shape: [1], data: Float32Array.of(1 / Math.sqrt(d)) });

const plain = (queries, keys, values, output) => [
  { op: 'MUL', inputs: [queries, 'scale'], output: 'scaled' },
  { op: 'BATCH_MATMUL', inputs: ['scaled', keys], output: 'scores', isTransposed: true },
  { op: 'SOFTMAX', inputs: ['scores'], output: 'weights' },
  { op: 'BATCH_MATMUL', inputs: ['weights', values], output },
];

function attention({ heads, n, d }) {
  const rows = { shape: [heads, n, d] };
  const square = { shape: [heads, n, n] };
  return {
    values: {
      queries: rows,
      keys: rows,
      values: rows,
      scale: scaleOf(d),
      scaled: rows,
      scores: square,
      weights: square,
      output: rows,
    },
    nodes: plain('queries', 'keys', 'values', 'output'),
  };
}

function matmul({ a, b }, isTransposed) {
  const values = { a: { shape: a.shape }, b: { shape: b.shape }, output: { shape: a.shape } };
  const nodes = [{ op: 'BATCH_MATMUL', inputs: ['a', 'b'], output: 'output', isTransposed }];
  return compiled({ values, nodes }, { a, b: isTransposed ? b : transposed(b) });
}

function multiHead({ batch, tokens, width, heads }, { x, ...weights }) {
  const d = width / heads;
  const rows = { shape: [batch * tokens, width] };
  const split = { shape: [batch, tokens, heads, d] };
  const perHead = { shape: [batch, heads, tokens, d] };
  const square = { shape: [batch, heads, tokens, tokens] };
  const projections = ['q', 'k', 'v'];
  const values = {
    x: rows,
    ...weights,
    split: { shape: [4], data: Int32Array.of(batch, tokens, heads, d) },
    whole: { shape: [2], data: Int32Array.of(batch * tokens, width) },
    turn: { shape: [4], data: Int32Array.of(0, 2, 1, 3) },
    scale: scaleOf(d),
    scaled: perHead,
    scores: square,
    weights: square,
    outputs: perHead,
    merged: split,
    concat: rows,
    output: rows,
  };
  for (const name of projections)
    Object.assign(values, { [name]: rows, [`${name}_split`]: split, [`${name}_heads`]: perHead });
  const nodes = [
    ...projections.flatMap((name) => [
      { op: 'FULLY_CONNECTED', inputs: ['x', `W_${name}`], output: name },
      { op: 'RESHAPE', inputs: [name, 'split'], output: `${name}_split` },
      { op: 'TRANSPOSE', inputs: [`${name}_split`, 'turn'], output: `${name}_heads` },
    ]),
    ...plain('q_heads', 'k_heads', 'v_heads', 'outputs'),
    { op: 'TRANSPOSE', inputs: ['outputs', 'turn'], output: 'merged' },
    { op: 'RESHAPE', inputs: ['merged', 'whole'], output: 'concat' },
    { op: 'FULLY_CONNECTED', inputs: ['concat', 'W_o'], output: 'output' },
  ];
  return compiled({ values, nodes }, { x: { shape: rows.shape, data: x.data } });
}
