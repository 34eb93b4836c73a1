// SPDX-License-Identifier: MIT
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import scalar from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url';
import simd from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url';
import threaded from '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-threaded-simd.wasm?url';
import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops';
import '@tensorflow/tfjs-core/dist/register_all_gradients';
import { candidate } from './candidate.mjs';
import { angles, EPSILON, sideBySide } from './gpt.mjs';
import { written } from './tales.mjs';
import { ADAM } from './training.mjs';
import { transposed } from './transposed.mjs';

/** Two ways to compute the scores of queries and keys, both of shape (…, n, d). */
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
    // tfjs needs the URLs of all three builds, and loads the one that the browser supports.
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
      case 'train':
        return { 'one-hot + matMul + adam': () => trained(shape, tensors) };
      case 'write':
        return { 'concat + matMul + softmax': () => writing(shape, tensors) };
      case 'softmax':
        return { softmax: of(() => tf.softmax(given(tensors.logits))) };
    }
  },
});

/**
 * Returns the result of `run` as an array and disposes of all tensors. The callback of tidy must not return the array:
 * tidy would search it for tensors, entry by entry, which is slow.
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

/**
 * A language model that takes one training step per call. Tokens are one-hot vectors, because the backend has no kernel
 * for the gradient of gather.
 */
function trained({ batch, tokens: n, width, heads, layers, vocabulary }, tensors) {
  const { tokens, targets, counts: _, ...start } = tensors;
  const parameters = Object.fromEntries(
    Object.entries(start).map(([name, { data, shape }]) => [
      name,
      tf.variable(tf.tensor(data, shape)),
    ]),
  );
  const d = width / heads;
  const hidden = tf.tensor(
    Float32Array.from({ length: n * n }, (_, i) => (i % n > Math.floor(i / n) ? -1e9 : 0)),
    [n, n],
  );
  const oneHot = ({ data }) => tf.oneHot(tf.tensor1d(Int32Array.from(data), 'int32'), vocabulary);
  const logitsOf = () => {
    const embedded = tf.matMul(tf.cast(oneHot(tokens), 'float32'), parameters.E);
    const positioned = tf.add(tf.reshape(embedded, [batch, n, width]), parameters.P);
    let stream = tf.reshape(positioned, [batch * n, width]);
    for (let l = 0; l < layers; l++) {
      const project = (name) => tf.matMul(stream, parameters[`${name}_${l}`]);
      const split = (x) => tf.transpose(tf.reshape(x, [batch, n, heads, d]), [0, 2, 1, 3]);
      const [queries, keys, values] = ['W_q', 'W_k', 'W_v'].map((name) => split(project(name)));
      const scores = tf.matMul(tf.mul(queries, 1 / Math.sqrt(d)), keys, false, true);
      const output = tf.matMul(tf.softmax(tf.add(scores, hidden)), values);
      const concat = tf.reshape(tf.transpose(output, [0, 2, 1, 3]), [batch * n, width]);
      stream = tf.add(stream, tf.matMul(concat, parameters[`W_o_${l}`]));
    }
    return tf.matMul(stream, parameters.U);
  };
  const loss = () =>
    tf.neg(
      tf.mean(tf.sum(tf.mul(tf.logSoftmax(logitsOf()), tf.cast(oneHot(targets), 'float32')), -1)),
    );
  const { learningRate, beta1, beta2, epsilon } = ADAM;
  const optimizer = tf.train.adam(learningRate, beta1, beta2, epsilon);
  const logits = read(logitsOf);
  return {
    call: () => read(() => optimizer.minimize(loss, true)),
    read: () => logits,
    release: () => tf.dispose([...Object.values(parameters), hidden]),
  };
}

/** Writes a text with the model of the course, whose keys and values stay in tensors between the tokens. */
function writing({ tokens: count }, { settings, parameters, prompt }) {
  const { layers, heads, width, positions } = settings;
  const d = width / heads;
  const tensor = ({ data, shape }) => tf.tensor(data, shape);
  const parts = Object.fromEntries(
    Object.entries({
      ...parameters,
      ...angles(positions, d),
      turned_E: transposed(parameters.E),
    }).map(([name, part]) => [name, tensor(part)]),
  );
  const projections = Array.from({ length: layers }, (_, l) =>
    tensor(sideBySide(['W_q', 'W_k', 'W_v'].map((name) => parameters[`${name}_${l}`]))),
  );
  const norm = (x, gain) =>
    tf.mul(tf.mul(x, tf.rsqrt(tf.add(tf.mean(tf.square(x), -1, true), EPSILON))), gain);
  const gelu = (x) => tf.mul(tf.mul(x, 0.5), tf.add(tf.erf(tf.mul(x, Math.SQRT1_2)), 1));
  const turn = (x, cos, sin) => {
    const [a, b] = tf.split(x, 2, -1);
    return tf.concat(
      [tf.sub(tf.mul(a, cos), tf.mul(b, sin)), tf.add(tf.mul(a, sin), tf.mul(b, cos))],
      -1,
    );
  };
  /** @returns {[next: tf.Tensor, ...kept: tf.Tensor[]]} */
  const step = (token, position, kept) => {
    const [cos, sin] = ['cos', 'sin'].map((name) =>
      tf.slice(parts[name], [position, 0], [1, d / 2]),
    );
    const all = [];
    let stream = tf.slice(parts.E, [token, 0], [1, width]);
    for (let l = 0; l < layers; l++) {
      const projected = tf.matMul(norm(stream, parts[`g_att_${l}`]), projections[l]);
      const [q, k, v] = tf.split(tf.reshape(projected, [3 * heads, 1, d]), 3);
      const append = (x, index) => (kept.length ? tf.concat([kept[index], x], 1) : x);
      const [keys, values] = [append(turn(k, cos, sin), 2 * l), append(tf.clone(v), 2 * l + 1)];
      all.push(keys, values);
      const scores = tf.matMul(tf.mul(turn(q, cos, sin), 1 / Math.sqrt(d)), keys, false, true);
      const concat = tf.reshape(tf.matMul(tf.softmax(scores), values), [1, width]);
      stream = tf.add(stream, tf.matMul(concat, parts[`W_o_${l}`]));
      const hidden = tf.matMul(norm(stream, parts[`g_mlp_${l}`]), parts[`W_in_${l}`]);
      stream = tf.add(stream, tf.matMul(gelu(hidden), parts[`W_out_${l}`]));
    }
    const logits = tf.matMul(norm(stream, parts.g_end), parts.turned_E);
    return [tf.argMax(logits, -1), ...all];
  };
  return {
    async call() {
      let kept = [];
      let length = 0;
      const text = await written(count, prompt, (given) => {
        let next;
        for (const token of given) {
          const before = kept;
          [next, ...kept] = tf.tidy(() => step(token, length++, before));
          tf.dispose(before);
        }
        const token = next.dataSync()[0];
        tf.dispose(next);
        return token;
      });
      tf.dispose(kept);
      return text;
    },
    release: () => tf.dispose([...Object.values(parts), ...projections]),
  };
}
