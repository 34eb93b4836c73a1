// SPDX-License-Identifier: MIT
import type { Engine, Kernel, Precision, Tensor } from '../../web/src/engine/index.ts';

/** A number or one of the words that JSON has no number for. */
type Entry = number | 'NaN' | 'Infinity' | '-Infinity';
type GoldenTensor = { shape: number[]; data: Entry[] } | Entry;
interface Tolerance {
  abs: number;
  rel: number;
}

/** One case of tests/golden/SCHEMA.md. */
export interface GoldenCase {
  id: string;
  fn: string;
  title: string;
  inputs: Record<string, GoldenTensor>;
  params: Record<string, unknown>;
  expected: Record<string, GoldenTensor>;
  expected_f32: Record<string, GoldenTensor>;
  tol: { f64: Tolerance; f32: Tolerance };
}

/** Reads a golden tensor; a bare number is a tensor without axes. */
export function tensor(x: GoldenTensor): Tensor {
  if (typeof x !== 'object') return { shape: [], data: [Number(x)] };
  return { shape: x.shape, data: x.data.map(Number) };
}

function input(golden: GoldenCase, name: string): Tensor {
  const found = golden.inputs[name];
  if (found === undefined) throw new Error(`${golden.id} has no input ${name}`);
  return tensor(found);
}

const scalar = (x: number): Tensor => ({ shape: [], data: [x] });

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((sum, x, i) => sum + x * (b[i] as number), 0);

type Outputs = Record<string, Tensor>;
type Runner = (engine: Engine, golden: GoldenCase, precision: Precision) => Outputs;

const kernelAttention: Runner = (engine, golden, precision) => {
  const byWidth = golden.params.param === 'w';
  const parameter = input(golden, byWidth ? 'w' : 'sigma').data[0] as number;
  const sigma = byWidth ? 1 / parameter : parameter;
  const request = {
    precision,
    queries: input(golden, 'q'),
    keys: input(golden, 'k'),
    values: input(golden, 'v'),
    kernel: 'gaussian' as Kernel,
    sigma,
    sign: golden.params.sign === 1 ? ('plus' as const) : ('minus' as const),
  };
  const { scores, weights, prediction: out } = engine.kernelRegression(request);
  if (golden.inputs.G === undefined) return { scores, weights, out };

  const outputGradient = input(golden, 'G');
  const gradient = engine.kernelRegressionGradient({ ...request, outputGradient });
  const parameterGradient = byWidth
    ? { grad_w: scalar(-gradient.sigma * sigma * sigma) }
    : { grad_sigma: scalar(gradient.sigma) };
  return {
    scores,
    weights,
    out,
    loss: scalar(dot(out.data, outputGradient.data)),
    grad_q: gradient.queries,
    grad_k: gradient.keys,
    grad_v: gradient.values,
    ...parameterGradient,
  };
};

/** What the engine gives for each function that golden files name. */
export const RUNNERS: Record<string, Runner> = {
  softmax: (engine, golden, precision) => ({ y: engine.softmax(precision, input(golden, 'x')) }),
  kernel_attention: kernelAttention,
};

/** The worst entry of `got` that lies outside the tolerance, or undefined. */
export function worstMiss(got: Tensor, expected: Tensor, { abs, rel }: Tolerance) {
  if (got.data.length !== expected.data.length) {
    return { index: -1, got: got.data.length, expected: expected.data.length };
  }
  let worst: { index: number; got: number; expected: number } | undefined;
  let largest = 0;
  for (let index = 0; index < expected.data.length; index++) {
    const g = got.data[index] as number;
    const e = expected.data[index] as number;
    if (Object.is(g, e) || g === e || (Number.isNaN(g) && Number.isNaN(e))) continue;
    const excess = Math.abs(g - e) - (abs + rel * Math.abs(e));
    // Not `excess > 0`: a NaN or infinity on one side only must count as a miss.
    if (excess <= 0) continue;
    const size = Number.isNaN(excess) ? Number.POSITIVE_INFINITY : excess;
    if (worst === undefined || size > largest) {
      worst = { index, got: g, expected: e };
      largest = size;
    }
  }
  return worst;
}
