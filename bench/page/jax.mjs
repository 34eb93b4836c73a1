// SPDX-License-Identifier: MIT
import { defaultDevice, init, jit, nn, numpy as np } from '@jax-js/jax';
import { candidate } from './candidate.mjs';
import { transposed } from './transposed.mjs';

candidate({
  async load() {
    await init('wasm');
    defaultDevice('wasm');
  },
  forms(shape, tensors) {
    const given = ({ data, shape: sides }) => np.array(data, { shape: sides });
    // jax-js frees an array when it is used: the call frees its arguments, and dataSync() the result.
    const of = (run, inputs) => () => {
      const compiled = jit(run);
      return { call: () => compiled(...inputs.map(given)).dataSync() };
    };
    switch (shape.kind) {
      case 'attention': {
        const { queries, keys, values } = tensors;
        const scale = 1 / Math.sqrt(shape.d);
        return {
          'jit of einsum + softmax': of(
            (q, k, v) => attention(q, k, v, scale),
            [queries, keys, values],
          ),
          'jit of matmul + softmax': of(
            (q, k, v) =>
              np.matmul(nn.softmax(np.matmul(q.mul(scale), np.matrixTranspose(k)), -1), v),
            [queries, keys, values],
          ),
        };
      }
      case 'multi-head':
        return {
          'jit of einsum + softmax': () => multiHead(shape, tensors, byEinsum),
          'jit of dotProductAttention': () =>
            multiHead(shape, tensors, (queries, keys, values) =>
              nn.dotProductAttention(queries, keys, values),
            ),
        };
      case 'matmul': {
        const { a, b } = tensors;
        return {
          'jit of matmul': of((x, y) => np.matmul(x, y), [a, transposed(b)]),
          'jit of einsum': of((x, y) => np.einsum('ip,jp->ij', x, y), [a, b]),
        };
      }
      case 'softmax':
        return { 'jit of softmax': of((x) => nn.softmax(x, -1), [tensors.logits]) };
    }
  },
});

const attention = (queries, keys, values, scale) =>
  np.einsum(
    '...ij,...jd->...id',
    nn.softmax(np.einsum('...id,...jd->...ij', queries.mul(scale), keys), -1),
    values,
  );

/** Attention of arrays of shape (batch, tokens, heads, d). The result has the same shape. */
function byEinsum(queries, keys, values, d) {
  const turned = [queries, keys, values].map((part) => np.transpose(part, [0, 2, 1, 3]));
  return np.transpose(attention(...turned, 1 / Math.sqrt(d)), [0, 2, 1, 3]);
}

function multiHead({ batch, tokens, width, heads }, { x, ...parameters }, attend) {
  const d = width / heads;
  const weights = ['W_q', 'W_k', 'W_v', 'W_o'].map((name) => {
    const { data, shape } = transposed(parameters[name]);
    return np.array(data, { shape });
  });
  // The projection is compiled separately. Within one jit function, jax-js would compute a product again for each of
  // its uses.
  const project = jit((rows, W) => np.matmul(rows, W));
  const attended = jit((...parts) =>
    attend(...parts.map((part) => part.reshape([batch, tokens, heads, d])), d).reshape([
      batch * tokens,
      width,
    ]),
  );
  return {
    call() {
      const rows = np.array(x.data, { shape: [batch * tokens, width] });
      const [W_q, W_k, W_v, W_o] = weights;
      const parts = [
        project(rows.ref, W_q.ref),
        project(rows.ref, W_k.ref),
        project(rows, W_v.ref),
      ];
      return project(attended(...parts), W_o.ref).dataSync();
    },
    release() {
      for (const weight of weights) weight.dispose();
    },
  };
}
