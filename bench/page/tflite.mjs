// SPDX-License-Identifier: MIT
// Encodes graphs of float tensors as TensorFlow Lite models, which are FlatBuffers. The numbers in the calls below are
// field numbers of the TensorFlow Lite schema
// (https://github.com/tensorflow/tensorflow/blob/master/tensorflow/compiler/mlir/lite/schema/schema.fbs).
import { Builder } from 'flatbuffers';

const SCHEMA_VERSION = 3;
const FLOAT32 = 0;
const INT32 = 2;

/** For each operator: its code, the schema's number of its options table, and a function that writes this table. */
const OPERATORS = {
  FULLY_CONNECTED: {
    code: 9,
    options: 8,
    write: (to) => table(to, 3, () => to.addFieldInt8(2, 1, 0)), // keep_num_dims
  },
  MUL: { code: 18, options: 21, write: (to) => table(to, 1, () => {}) },
  RESHAPE: { code: 22, options: 17, write: (to) => table(to, 1, () => {}) },
  SOFTMAX: {
    code: 25,
    options: 9,
    write: (to) => table(to, 1, () => to.addFieldFloat32(0, 1, 0)), // beta
  },
  TRANSPOSE: { code: 39, options: 26, write: (to) => table(to, 0, () => {}) },
  BATCH_MATMUL: {
    code: 126,
    options: 101,
    write: (to, { isTransposed = false }) =>
      table(to, 2, () => to.addFieldInt8(1, isTransposed ? 1 : 0, 0)), // adj_y
  },
};

/**
 * @typedef {{op: keyof typeof OPERATORS, inputs: string[], output: string, isTransposed?: boolean}} Node
 *   isTransposed: whether a BATCH_MATMUL transposes its second matrix
 * @typedef {{shape: number[], data?: Float32Array | Int32Array}} Value  data: the entries of a constant
 */

function table(to, fields, write) {
  to.startObject(fields);
  write();
  return to.endObject();
}

function vector(to, size, items, add) {
  to.startVector(size, items.length, size);
  for (const item of items.toReversed()) add(item);
  return to.endVector();
}

const ints = (to, items) => vector(to, 4, items, (item) => to.addInt32(item));
const offsets = (to, items) => vector(to, 4, items, (item) => to.addOffset(item));

function byteVector(to, { buffer, byteOffset, byteLength }) {
  // The vector is aligned to 16 bytes, because TensorFlow Lite reads constants in place with SIMD instructions.
  to.startVector(1, byteLength, 16);
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  to.space -= byteLength;
  to.bb.setPosition(to.space);
  to.bb.bytes().set(bytes, to.space);
  return to.endVector();
}

/**
 * @param {{values: Record<string, Value>, inputs: string[], nodes: Node[], output: string}} graph
 *   values: all tensors of the graph, by name
 */
export function tfliteModel({ values, inputs, nodes, output }) {
  const to = new Builder(1 << 16);
  const names = Object.keys(values);
  const place = (name) => names.indexOf(name);

  // Buffer 0 is empty. All tensors that are not constants refer to it.
  const constants = names.filter((name) => values[name].data);
  const buffers = [
    table(to, 1, () => {}),
    ...constants.map((name) => {
      const data = byteVector(to, values[name].data);
      return table(to, 1, () => to.addFieldOffset(0, data, 0));
    }),
  ];

  const tensors = names.map((name) => {
    const shape = ints(to, values[name].shape);
    const label = to.createString(name);
    return table(to, 4, () => {
      to.addFieldOffset(0, shape, 0);
      to.addFieldInt8(1, values[name].data instanceof Int32Array ? INT32 : FLOAT32, FLOAT32);
      to.addFieldInt32(2, 1 + constants.indexOf(name), 0);
      to.addFieldOffset(3, label, 0);
    });
  });

  const used = [...new Set(nodes.map(({ op }) => op))];
  const codes = used.map((op) =>
    table(to, 4, () => {
      to.addFieldInt8(0, OPERATORS[op].code, 0);
      to.addFieldInt32(2, 1, 1);
      to.addFieldInt32(3, OPERATORS[op].code, 0);
    }),
  );
  const operators = nodes.map((node) => {
    const { options, write } = OPERATORS[node.op];
    const read = ints(to, node.inputs.map(place));
    const written = ints(to, [place(node.output)]);
    const own = write(to, node);
    return table(to, 5, () => {
      to.addFieldInt32(0, used.indexOf(node.op), 0);
      to.addFieldOffset(1, read, 0);
      to.addFieldOffset(2, written, 0);
      to.addFieldInt8(3, options, 0);
      to.addFieldOffset(4, own, 0);
    });
  });

  const parts = [
    offsets(to, tensors),
    ints(to, inputs.map(place)),
    ints(to, [place(output)]),
    offsets(to, operators),
  ];
  const subgraph = table(to, 4, () => {
    for (const [field, part] of parts.entries()) to.addFieldOffset(field, part, 0);
  });
  const [codeList, subgraphs, bufferList] = [codes, [subgraph], buffers].map((list) =>
    offsets(to, list),
  );
  const model = table(to, 5, () => {
    to.addFieldInt32(0, SCHEMA_VERSION, 0);
    to.addFieldOffset(1, codeList, 0);
    to.addFieldOffset(2, subgraphs, 0);
    to.addFieldOffset(4, bufferList, 0);
  });
  to.finish(model, 'TFL3');
  return to.asUint8Array();
}
