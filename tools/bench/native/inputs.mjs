// SPDX-License-Identifier: MIT
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../process.mjs';
import { largestError, referenceOf } from '../reference.mjs';
import { parseShape } from '../shapes.mjs';
import { tensorsOf } from '../tensors.mjs';

/**
 * The folder with one subfolder for each shape (a computation with its sizes, such as `matmul:512`). The benchmark
 * programs read inputs from there and write outputs there, as <name>.f32: float32 numbers in the machine's byte order.
 */
const FOLDER = join(ROOT, 'build/bench-native');

/** @param {string} shape */
export const folderOf = (shape) => join(FOLDER, shape.replace(':', '-'));

/**
 * Writes the input tensors of a shape to its folder.
 * @param {import('../shapes.mjs').ComputedShape} shape
 * @returns {Record<string, number[]>} the shape of each tensor by name
 */
export function layOut(shape) {
  const folder = folderOf(shape.id);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tensors = Object.entries(tensorsOf(shape));
  for (const [name, { data }] of tensors)
    writeFileSync(join(folder, `${name}.f32`), new Uint8Array(data.buffer));
  return Object.fromEntries(tensors.map(([name, { shape: sides }]) => [name, sides]));
}

/** @type {Map<string, Float64Array>} */
const references = new Map();

/**
 * The largest difference of an output from the expected output, divided by the largest absolute entry of the expected
 * output.
 * @param {string} shape
 * @param {string} file  the name of the output's file in the shape's folder
 */
export function errorOf(shape, file) {
  const computed = /** @type {import('../shapes.mjs').ComputedShape} */ (parseShape(shape));
  const reference = references.get(shape) ?? referenceOf(computed);
  references.set(shape, reference);
  const bytes = readFileSync(join(folderOf(shape), file));
  return largestError(new Float32Array(Uint8Array.from(bytes).buffer), reference);
}
