// SPDX-License-Identifier: MIT
// Functions that read the inputs and parameters of a golden case and build its outputs.
import type { Engine, Precision, Tensor } from '../../../web/src/engine/index.ts';
import { BadFile, type GoldenCase, type Tensors } from './case.ts';

/** Computes the outputs of a golden case, by their names in SCHEMA.md. */
export type Runner = (engine: Engine, golden: GoldenCase, precision: Precision) => Tensors;

/** Runners by the name of the function in golden files. */
export type RunnerTable = Readonly<Record<string, Runner>>;

export const has = (golden: GoldenCase, name: string): boolean => name in golden.inputs;

/** @throws BadFile if the golden case has no input with this name */
export function input(golden: GoldenCase, name: string): Tensor {
  const found = golden.inputs[name];
  if (found === undefined) throw new BadFile(`no input ${name}`);
  return found;
}

/**
 * The parameter with this name, or `otherwise` if the golden case has none.
 * @throws BadFile if the parameter is a tensor without exactly one entry
 */
export function number(golden: GoldenCase, name: string, otherwise: number): number {
  const found = golden.numbers[name];
  if (found === undefined) return otherwise;
  if (found.data.length !== 1) throw new BadFile(`${name} is no single number`);
  return found.data[0] as number;
}

/** The string parameter with this name, or `otherwise` if the golden case has none. */
export const word = (golden: GoldenCase, name: string, otherwise: string): string =>
  golden.words[name] ?? otherwise;

/** An input as a matrix: the last axis gives the columns, all other axes together the rows. */
export function matrix(golden: GoldenCase, name: string): Tensor {
  const { shape, data } = input(golden, name);
  const n = shape.at(-1) ?? 1;
  return { shape: [n === 0 ? 0 : data.length / n, n], data };
}

/** The input with this name as one row of shape (n), or undefined if the golden case has none. */
export function row(golden: GoldenCase, name: string): Tensor | undefined {
  const data = golden.inputs[name]?.data;
  return data && { shape: [data.length], data };
}

export const scalar = (x: number): Tensor => ({ shape: [], data: [x] });

export const shaped = (shape: readonly number[], { data }: Tensor): Tensor => ({ shape, data });

export const given = <Value>(entries: Readonly<Record<string, Value | undefined>>) =>
  Object.fromEntries(
    Object.entries(entries).filter((entry): entry is [string, Value] => entry[1] !== undefined),
  );

/** The sum of out·G over all entries. It is the loss whose gradients the golden case lists; G is one of its inputs. */
export function loss(golden: GoldenCase, out: Tensor): Tensor {
  const g = input(golden, 'G').data;
  if (g.length !== out.data.length) throw new BadFile('G does not fit the output');
  return scalar(Array.from(out.data).reduce((sum, x, i) => sum + x * (g[i] as number), 0));
}

/**
 * The gradients as outputs `grad_<name>`, each in the shape of the input `<name>`. Omits gradients that the library
 * does not compute, and those for whose name the golden case has no input.
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
