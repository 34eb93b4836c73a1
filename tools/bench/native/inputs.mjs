// SPDX-License-Identifier: MIT
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../process.mjs';
import { largestError, referenceOf } from '../reference.mjs';
import { parseShape } from '../shapes.mjs';
import { tensorsOf } from '../tensors.mjs';

/** The files that programs of any language read and write: <name>.f32, numbers as the machine stores them. */
const FOLDER = join(ROOT, 'build/bench-native');

/** @param {string} shape */
export const folderOf = (shape) => join(FOLDER, shape.replace(':', '-'));

/**
 * Lays out the inputs of a shape, and gives their sides by name.
 * @param {import('../shapes.mjs').Shape} shape
 * @returns {Record<string, number[]>}
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
 * How far an output that was left in a shape's folder is off, as a share of the reference's largest entry.
 * @param {string} shape
 * @param {string} file
 */
export function errorOf(shape, file) {
  const reference = references.get(shape) ?? referenceOf(parseShape(shape));
  references.set(shape, reference);
  const bytes = readFileSync(join(folderOf(shape), file));
  return largestError(new Float32Array(Uint8Array.from(bytes).buffer), reference);
}
