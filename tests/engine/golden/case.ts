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

export class BadFile extends Error {
  override readonly name = 'BadFile';
}

/** A case as in the file. NaN and the infinities are strings, because JSON has no literals for these numbers. */
interface Written {
  id: string;
  title?: string;
  fn: string;
  inputs: Entries;
  params: Entries;
  expected: Entries;
  expected_f32: Entries;
  tol: Record<'f64' | 'f32', Record<keyof Tolerance, Json>>;
}
type Entries = Readonly<Record<string, Json>>;
type Json = number | string | null | readonly Json[] | { shape: Json[]; data: Json[] };

const SCHEMA = 'attention-golden/1';
const WORDS_FOR_NUMBERS = ['NaN', 'Infinity', '-Infinity'];

const isWord = (x: Json): x is string => typeof x === 'string' && !WORDS_FOR_NUMBERS.includes(x);

function number(x: Json): number {
  if (typeof x === 'number') return x;
  if (typeof x === 'string' && !isWord(x)) return Number(x);
  throw new BadFile(`no number: ${JSON.stringify(x)}`);
}

/** Converts JSON to a tensor: an object with shape and data, a list of numbers, or a single number. */
function tensor(x: Json): Tensor {
  if (typeof x !== 'object' || x === null) return { shape: [], data: [number(x)] };
  const [shape, data] = 'shape' in x ? [x.shape, x.data] : [[x.length], x];
  const found = { shape: shape.map(number), data: data.map(number) };
  if (found.data.length !== found.shape.reduce((product, side) => product * side, 1))
    throw new BadFile(`${data.length} entries for the shape (${shape.join(', ')})`);
  return found;
}

const tensors = (entries: Entries, isWanted: (x: Json) => boolean = (x) => x !== null): Tensors =>
  Object.fromEntries(
    Object.entries(entries)
      .filter(([, x]) => isWanted(x))
      .map(([name, x]) => [name, tensor(x)]),
  );

const expectation = (
  entries: Entries,
  { abs, rel }: Record<keyof Tolerance, Json>,
): Expectation => ({
  outputs: tensors(entries),
  absent: Object.keys(entries).filter((name) => entries[name] === null),
  tolerance: { abs: number(abs), rel: number(rel) },
});

function readCase(raw: Written): GoldenCase {
  const golden: GoldenCase = {
    ...{ id: raw.id, title: raw.title ?? '', fn: raw.fn },
    inputs: tensors(raw.inputs),
    numbers: tensors(raw.params, (parameter) => parameter !== null && !isWord(parameter)),
    words: Object.fromEntries(
      Object.entries(raw.params).filter((entry): entry is [string, string] => isWord(entry[1])),
    ),
    float64: expectation(raw.expected, raw.tol.f64),
    float32: expectation(raw.expected_f32, raw.tol.f32),
  };
  // In float32 this output is not compared: its true gradient is 0, and Adam turns the rounding errors of that gradient
  // into steps as large as the learning rate.
  if (golden.fn === 'train_mha') delete golden.float32.outputs.final_b_k;
  return golden;
}

export function readCases(file: string): GoldenCase[] {
  try {
    const document: { schema: string; cases: Written[] } = JSON.parse(readFileSync(file, 'utf8'));
    if (document.schema !== SCHEMA) throw new BadFile(`schema ${document.schema}, not ${SCHEMA}`);
    return document.cases.map(readCase);
  } catch (error) {
    throw new BadFile(`${file}: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * The golden files in a folder, sorted, without index.json. If `place` is no folder, `place` itself.
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
