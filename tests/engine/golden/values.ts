// SPDX-License-Identifier: MIT
// How every runner reads its case and forms its outputs.
import type { Engine, Precision, Tensor } from '../../../web/src/engine/index.ts';
import { BadFile, type GoldenCase, type Tensors } from './case.ts';

/** Computes a case's outputs under the names that SCHEMA.md gives them. */
export type Runner = (engine: Engine, golden: GoldenCase, precision: Precision) => Tensors;

/** The runners of the functions that golden files name. */
export type RunnerTable = Readonly<Record<string, Runner>>;

export const has = (golden: GoldenCase, name: string): boolean => name in golden.inputs;

/** @throws BadFile when the case has no such input */
export function input(golden: GoldenCase, name: string): Tensor {
  const found = golden.inputs[name];
  if (found === undefined) throw new BadFile(`no input ${name}`);
  return found;
}

/** A parameter that is a number, or `otherwise` when the case has none. */
export function number(golden: GoldenCase, name: string, otherwise: number): number {
  const found = golden.numbers[name];
  if (found === undefined) return otherwise;
  if (found.data.length !== 1) throw new BadFile(`${name} is no single number`);
  return found.data[0] as number;
}

/** A parameter that is a word, or `otherwise` when the case has none. */
export const word = (golden: GoldenCase, name: string, otherwise: string): string =>
  golden.words[name] ?? otherwise;

/** An input as the matrix of its last axis. */
export function matrix(golden: GoldenCase, name: string): Tensor {
  const { shape, data } = input(golden, name);
  const n = shape.at(-1) ?? 1;
  return { shape: [n === 0 ? 0 : data.length / n, n], data };
}

/** An input of any shape as one row (n), or undefined when the case has none. */
export function row(golden: GoldenCase, name: string): Tensor | undefined {
  const data = golden.inputs[name]?.data;
  return data && { shape: [data.length], data };
}

export const scalar = (x: number): Tensor => ({ shape: [], data: [x] });

/** The same numbers under another shape. */
export const shaped = (shape: readonly number[], { data }: Tensor): Tensor => ({ shape, data });

/** An object without the entries that are undefined. */
export const given = <Value>(entries: Readonly<Record<string, Value | undefined>>) =>
  Object.fromEntries(
    Object.entries(entries).filter((entry): entry is [string, Value] => entry[1] !== undefined),
  );

/** Σ out·G, the loss that the gradients of a case are of. */
export function loss(golden: GoldenCase, out: Tensor): Tensor {
  const g = input(golden, 'G').data;
  if (g.length !== out.data.length) throw new BadFile('G does not fit the output');
  return scalar(Array.from(out.data).reduce((sum, x, i) => sum + x * (g[i] as number), 0));
}

/**
 * Gradients under `grad_<name>` in the shapes of those inputs, without those that the case has no
 * input for or the library no gradient.
 */
export function gradients(golden: GoldenCase, of: Record<string, Tensor | undefined>): Tensors {
  const outputs: Tensors = {};
  for (const [name, gradient] of Object.entries(of)) {
    if (gradient === undefined || !has(golden, name)) continue;
    const { shape, data } = input(golden, name);
    if (gradient.data.length > 0 || data.length === 0)
      outputs[`grad_${name}`] = shaped(shape, gradient);
  }
  return outputs;
}
