// SPDX-License-Identifier: MIT
// Encodes graphs of float tensors as ONNX models (https://onnx.ai/onnx/repo-docs/IR.html), which are protocol buffers.
// The numbers in the calls below are field numbers of the schema onnx.proto.
import protobuf from 'protobufjs/minimal';

const FLOAT = 1;
export const INT64 = 7;
const IR_VERSION = 10;

/**
 * @typedef {{op: string, domain?: string, inputs: string[], output: string | string[], attributes?: Record<string, number | number[]>}} Node
 * @typedef {{shape: number[], data: Float32Array | number[]}} Constant
 *   an array of numbers is encoded as int64
 * @typedef {(number | string)[]} Sides  the axis lengths of a tensor; an axis with a name may have any length
 */

/** @param {(writer: protobuf.Writer) => void} write */
function message(write) {
  const writer = protobuf.Writer.create();
  write(writer);
  return writer.finish();
}

const bytes = (writer, field, content) => writer.uint32((field << 3) | 2).bytes(content);
const text = (writer, field, content) => writer.uint32((field << 3) | 2).string(content);
const int = (writer, field, value) => writer.uint32(field << 3).int64(value);
const float = (writer, field, value) => writer.uint32((field << 3) | 5).float(value);

const FLOAT_ATTRIBUTE = 1;
const INT_ATTRIBUTE = 2;
const INTS_ATTRIBUTE = 7;
const FLOAT_NAMES = ['scale', 'epsilon'];

const attributeProto = (name, value) =>
  message((to) => {
    text(to, 1, name);
    if (Array.isArray(value)) {
      for (const item of value) int(to, 8, item);
      int(to, 20, INTS_ATTRIBUTE);
    } else if (FLOAT_NAMES.includes(name)) {
      float(to, 2, value);
      int(to, 20, FLOAT_ATTRIBUTE);
    } else {
      int(to, 3, value);
      int(to, 20, INT_ATTRIBUTE);
    }
  });

const nodeProto = ({ op, domain, inputs, output, attributes = {} }) =>
  message((to) => {
    for (const input of inputs) text(to, 1, input);
    for (const name of [output].flat()) text(to, 2, name);
    text(to, 4, op);
    for (const [name, value] of Object.entries(attributes))
      bytes(to, 5, attributeProto(name, value));
    if (domain) text(to, 7, domain);
  });

const constantProto = (name, { shape, data }) =>
  message((to) => {
    for (const side of shape) int(to, 1, side);
    const isFloat = data instanceof Float32Array;
    int(to, 2, isFloat ? FLOAT : INT64);
    text(to, 8, name);
    const raw = isFloat ? data : BigInt64Array.from(data, BigInt);
    bytes(to, 9, new Uint8Array(raw.buffer, raw.byteOffset, raw.byteLength));
  });

const valueProto = (name, shape, type = FLOAT) =>
  message((to) => {
    text(to, 1, name);
    const dimensions = message((inner) => {
      for (const side of shape)
        bytes(
          inner,
          1,
          message((dimension) =>
            typeof side === 'string' ? text(dimension, 2, side) : int(dimension, 1, side),
          ),
        );
    });
    const tensorType = message((inner) => {
      int(inner, 1, type);
      bytes(inner, 2, dimensions);
    });
    bytes(
      to,
      2,
      message((of) => bytes(of, 1, tensorType)),
    );
  });

const opset = (domain, version) =>
  message((to) => {
    text(to, 1, domain);
    int(to, 2, version);
  });

/**
 * @param {{inputs: Record<string, Sides>, constants?: Record<string, Constant>, nodes: Node[], outputs: Record<string, Sides>, types?: Record<string, number>}} graph
 *   types: the element types of the inputs and outputs that are not float32
 */
export function onnxModel({ inputs, constants = {}, nodes, outputs, types = {} }) {
  const graph = message((to) => {
    for (const node of nodes) bytes(to, 1, nodeProto(node));
    text(to, 2, 'bench');
    for (const [name, constant] of Object.entries(constants))
      bytes(to, 5, constantProto(name, constant));
    for (const [name, shape] of Object.entries(inputs))
      bytes(to, 11, valueProto(name, shape, types[name]));
    for (const [name, shape] of Object.entries(outputs))
      bytes(to, 12, valueProto(name, shape, types[name]));
  });
  return message((to) => {
    int(to, 1, IR_VERSION);
    bytes(to, 7, graph);
    bytes(to, 8, opset('', 23));
    bytes(to, 8, opset('com.microsoft', 1));
  });
}
