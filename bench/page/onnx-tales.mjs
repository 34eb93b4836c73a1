// SPDX-License-Identifier: MIT

import { angles, EPSILON, sideBySide, transposed } from './matrices.mjs';
import { INT64, onnxModel } from './onnx.mjs';

/** The attention operators of onnxruntime. Each function returns an operator for a model's settings. */
export const ATTENTIONS = {
  'Attention (opset 23)': ({ heads }) => ({
    op: 'Attention',
    attributes: { q_num_heads: heads, kv_num_heads: heads },
  }),
  MultiHeadAttention: ({ heads }) => ({
    op: 'MultiHeadAttention',
    domain: 'com.microsoft',
    attributes: { num_heads: heads },
  }),
};

/**
 * An ONNX model that generates one token. Inputs: a token, its position, and the keys and values of all earlier tokens,
 * one row for each. Outputs: the likeliest next token, and the rows of keys and values of the input token.
 * @param {import('./tales.mjs').Tales} tales
 * @param {(settings: object) => Partial<import('./onnx.mjs').Node>} attention  one of `ATTENTIONS`
 */
export function talesModel({ settings, parameters }, attention) {
  const { layers, heads, width, positions } = settings;
  const constants = { turned_E: transposed(parameters.E), ...angles(positions, width / heads) };
  for (const [name, constant] of Object.entries(parameters))
    if (!/^W_[qkv]/.test(name)) constants[name] = constant;
  const inputs = { token: [1, 1], position: [1, 1] };
  const outputs = { next: [1, 1] };
  const nodes = [{ op: 'Gather', inputs: ['E', 'token'], output: 'stream_0' }];
  for (let l = 0; l < layers; l++) {
    constants[`W_${l}`] = sideBySide(
      ['W_q', 'W_k', 'W_v'].map((name) => parameters[`${name}_${l}`]),
    );
    for (const name of [`K_${l}`, `V_${l}`]) {
      inputs[name] = [1, 'length', width];
      outputs[`row_${name}`] = [1, 1, width];
    }
    nodes.push(
      norm(`stream_${l}`, `g_att_${l}`, `x_${l}`),
      product(`x_${l}`, `W_${l}`, `projected_${l}`),
      {
        op: 'Split',
        inputs: [`projected_${l}`],
        output: [`plain_q_${l}`, `plain_k_${l}`, `row_V_${l}`],
        attributes: { axis: -1, num_outputs: 3 },
      },
      rotated(`plain_q_${l}`, `q_${l}`, heads),
      rotated(`plain_k_${l}`, `row_K_${l}`, heads),
      appended(`K_${l}`),
      appended(`V_${l}`),
      {
        inputs: [`q_${l}`, `all_K_${l}`, `all_V_${l}`],
        output: `concat_${l}`,
        ...attention(settings),
      },
      product(`concat_${l}`, `W_o_${l}`, `attended_${l}`),
      sum(`stream_${l}`, `attended_${l}`, `middle_${l}`),
      norm(`middle_${l}`, `g_mlp_${l}`, `y_${l}`),
      product(`y_${l}`, `W_in_${l}`, `hidden_${l}`),
      { op: 'Gelu', inputs: [`hidden_${l}`], output: `active_${l}` },
      product(`active_${l}`, `W_out_${l}`, `fed_${l}`),
      sum(`middle_${l}`, `fed_${l}`, `stream_${l + 1}`),
    );
  }
  nodes.push(norm(`stream_${layers}`, 'g_end', 'end'), product('end', 'turned_E', 'logits'), {
    op: 'ArgMax',
    inputs: ['logits'],
    output: 'next',
    attributes: { axis: -1, keepdims: 0 },
  });
  const types = { token: INT64, position: INT64, next: INT64 };
  return onnxModel({ inputs, constants, nodes, outputs, types });
}

const product = (a, b, output) => ({ op: 'MatMul', inputs: [a, b], output });
const sum = (a, b, output) => ({ op: 'Add', inputs: [a, b], output });
const norm = (x, gain, output) => ({
  op: 'RMSNormalization',
  inputs: [x, gain],
  output,
  attributes: { axis: -1, epsilon: EPSILON },
});
const rotated = (x, output, heads) => ({
  op: 'RotaryEmbedding',
  inputs: [x, 'cos', 'sin', 'position'],
  output,
  attributes: { num_heads: heads },
});
const appended = (kept) => ({
  op: 'Concat',
  inputs: [kept, `row_${kept}`],
  output: `all_${kept}`,
  attributes: { axis: 1 },
});
