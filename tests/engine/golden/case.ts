// SPDX-License-Identifier: MIT
// Reads cases of the format attention-golden/1 (tests/golden/SCHEMA.md).
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Precision, Tensor } from '../../../web/src/engine/index.ts';

export const PRECISIONS: readonly Precision[] = ['float64', 'float32'];

/** Tensors by the names that SCHEMA.md gives them. A number is a tensor without axes. */
export type Tensors = Record<string, Tensor>;

export interface Tolerance {
  abs: number;
  rel: number;
}

/** The outputs of a golden case in one precision, and their tolerance. */
export interface Expectation {
  outputs: Tensors;
  /** Names of outputs that are null in the file, because PyTorch computes no such gradient. */
  absent: string[];
  tolerance: Tolerance;
}

export interface GoldenCase extends Record<Precision, Expectation> {
  id: string;
  title: string;
  /** The engine function that the golden case calls, by its name in SCHEMA.md. */
  fn: string;
  inputs: Tensors;
  /** The parameters that are numbers or tensors; `words` contains those that are strings. */
  numbers: Tensors;
  words: Record<string, string>;
}

/** The file is invalid. The message contains the name of the file and the reason. */
export class BadFile extends Error {
  override readonly name = 'BadFile';
}

/** A parsed JSON value that is not yet validated. */
type Json = unknown;
type JsonObject = Record<string, Json>;

const SCHEMA = 'attention-golden/1';
const WORDS_FOR_NUMBERS = ['NaN', 'Infinity', '-Infinity'];

const isObject = (x: Json): x is JsonObject =>
  typeof x === 'object' && x !== null && !Array.isArray(x);

const isWord = (x: Json): x is string => typeof x === 'string' && !WORDS_FOR_NUMBERS.includes(x);

function object(x: Json, name: string): JsonObject {
  if (!isObject(x)) throw new BadFile(`${name} is no object`);
  return x;
}

function list(x: Json, name: string): Json[] {
  if (!Array.isArray(x)) throw new BadFile(`${name} is no list`);
  return x;
}

function text(x: Json, name: string): string {
  if (typeof x !== 'string') throw new BadFile(`${name} is no text`);
  return x;
}

function number(x: Json): number {
  if (typeof x === 'number') return x;
  if (typeof x === 'string' && !isWord(x)) return Number(x);
  throw new BadFile(`no number: ${JSON.stringify(x)}`);
}

/** Converts JSON to a tensor: an object with shape and data, a list of numbers, or a single number. */
function tensor(x: Json): Tensor {
  if (Array.isArray(x)) return { shape: [x.length], data: x.map(number) };
  if (!isObject(x)) return { shape: [], data: [number(x)] };
  const shape = list(x.shape, 'shape').map(number);
  const data = list(x.data, 'data').map(number);
  if (data.length !== shape.reduce((product, side) => product * side, 1))
    throw new BadFile(`${data.length} entries for the shape (${shape.join(', ')})`);
  return { shape, data };
}

const tensors = (
  entries: JsonObject,
  isWanted: (x: Json) => boolean = (x) => x !== null,
): Tensors =>
  Object.fromEntries(
    Object.entries(entries)
      .filter(([, x]) => isWanted(x))
      .map(([name, x]) => [name, tensor(x)]),
  );

function expectation(outputs: Json, tolerance: Json): Expectation {
  const entries = object(outputs, 'expected');
  const { abs, rel } = object(tolerance, 'tol');
  return {
    outputs: tensors(entries),
    absent: Object.keys(entries).filter((name) => entries[name] === null),
    tolerance: { abs: number(abs), rel: number(rel) },
  };
}

function readCase(x: Json): GoldenCase {
  const raw = object(x, 'case');
  const params = object(raw.params, 'params');
  const tol = object(raw.tol, 'tol');
  const golden: GoldenCase = {
    id: text(raw.id, 'id'),
    title: typeof raw.title === 'string' ? raw.title : '',
    fn: text(raw.fn, 'fn'),
    inputs: tensors(object(raw.inputs, 'inputs')),
    numbers: tensors(params, (parameter) => parameter !== null && !isWord(parameter)),
    words: Object.fromEntries(
      Object.entries(params).filter((entry): entry is [string, string] => isWord(entry[1])),
    ),
    float64: expectation(raw.expected, tol.f64),
    float32: expectation(raw.expected_f32, tol.f32),
  };
  // In float32 this output is not compared: its true gradient is 0, and Adam turns the rounding errors of that gradient
  // into steps as large as the learning rate.
  if (golden.fn === 'train_mha') delete golden.float32.outputs.final_b_k;
  return golden;
}

/** @throws BadFile if the file cannot be read or is invalid */
export function readCases(file: string): GoldenCase[] {
  try {
    const document = object(JSON.parse(readFileSync(file, 'utf8')), 'the document');
    if (document.schema !== SCHEMA) throw new BadFile(`schema ${document.schema}, not ${SCHEMA}`);
    return list(document.cases, 'cases').map(readCase);
  } catch (error) {
    throw new BadFile(`${file}: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * The golden files in a folder, sorted, without index.json. If `place` is no folder, `place`
 * itself.
 * @throws BadFile if the folder contains no golden files
 */
export function goldenFiles(place: string): string[] {
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) return [place];
  const files = readdirSync(place)
    .filter((name) => name.endsWith('.json') && name !== 'index.json')
    .sort();
  if (files.length === 0) throw new BadFile(`${place}: no golden files`);
  return files.map((name) => join(place, name));
}
