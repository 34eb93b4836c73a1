// SPDX-License-Identifier: MIT
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import scalar from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url';
import simd from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url';
import threaded from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-threaded-simd.wasm?url';
import * as tf from '@tensorflow/tfjs-core';
import { candidate } from './candidate.mjs';
import { transposed } from './transposed.mjs';

/** Of queries and keys, (…, n, d) both. */
const PRODUCTS = {
  'matMul + softmax': (queries, keys) => tf.matMul(queries, keys, false, true),
  'transpose + matMul + softmax': (queries, keys) => {
    const axes = keys.shape.map((_, axis) => axis);
    return tf.matMul(queries, tf.transpose(keys, [...axes.slice(0, -2), axes.at(-1), axes.at(-2)]));
  },
};

candidate({
  async load() {
    setThreadsCount(1);
    // It asks for all three, and loads the first that this page can run.
    setWasmPaths({
      'tfjs-backend-wasm.wasm': scalar,
      'tfjs-backend-wasm-simd.wasm': simd,
      'tfjs-backend-wasm-threaded-simd.wasm': threaded,
    });
    await tf.setBackend('wasm');
    await tf.ready();
  },
  forms(shape, tensors) {
    const given = ({ data, shape: sides }) => tf.tensor(data, sides);
    const of = (run) => () => ({ call: () => read(run) });
    switch (shape.kind) {
      case 'attention': {
        const inputs = ['queries', 'keys', 'values'].map((name) => tensors[name]);
        return Object.fromEntries(
          Object.entries(PRODUCTS).map(([name, product]) => [
            name,
            of(() => attention(...inputs.map(given), shape.d, product)),
          ]),
        );
      }
      case 'multi-head':
        return Object.fromEntries(
          Object.entries(PRODUCTS).map(([name, product]) => [
            name,
            () => multiHead(shape, tensors, product),
          ]),
        );
      case 'matmul': {
        const { a, b } = tensors;
        const turned = transposed(b);
        return {
          matMul: of(() => tf.matMul(given(a), given(turned))),
          'matMul, transposing': of(() => tf.matMul(given(a), given(b), false, true)),
        };
      }
      case 'softmax':
        return { softmax: of(() => tf.softmax(given(tensors.logits))) };
    }
  },
});

/**
 * Disposes of everything that `run` makes. What tidy gives back it searches for tensors, entry by entry: so nothing is.
 */
function read(run) {
  let data;
  tf.tidy(() => {
    data = run().dataSync();
  });
  return data;
}

function attention(queries, keys, values, d, product) {
  const scores = product(tf.mul(queries, 1 / Math.sqrt(d)), keys);
  return tf.matMul(tf.softmax(scores), values);
}

function multiHead({ batch, tokens, width, heads }, { x, ...parameters }, product) {
  const weights = Object.fromEntries(
    Object.entries(parameters).map(([name, weight]) => {
      const { data, shape } = transposed(weight);
      return [name, tf.tensor(data, shape)];
    }),
  );
  const d = width / heads;
  const run = () => {
    const rows = tf.tensor(x.data, [batch * tokens, width]);
    const project = (name) => tf.matMul(rows, weights[name]);
    const split = (projected) =>
      tf.transpose(tf.reshape(projected, [batch, tokens, heads, d]), [0, 2, 1, 3]);
    const [queries, keys, values] = ['W_q', 'W_k', 'W_v'].map((name) => split(project(name)));
    const merged = tf.transpose(attention(queries, keys, values, d, product), [0, 2, 1, 3]);
    const concat = tf.reshape(merged, [batch * tokens, width]);
    return tf.matMul(concat, weights.W_o);
  };
  return {
    call: () => read(run),
    release: () => tf.dispose(Object.values(weights)),
  };
}
