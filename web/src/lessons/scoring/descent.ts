// SPDX-License-Identifier: MIT
// Trains the parameters of a score function by gradient descent, with the engine's gradients and matrix product.
import type { AttentionInput, Divisor, Engine, Tensor } from '../../engine/index.ts';
import { dotsOf, matrix } from '../matrix.ts';

const MOMENTUM = 0.9;
const precision = 'float64';

/** Training examples: n queries, each with m keys of which one is correct. */
export interface Examples {
  /** Tensor of shape (n, 1, d). */
  readonly queries: Tensor;
  /** Tensor of shape (n, m, d). */
  readonly keys: Tensor;
  /** Tensor of shape (n, m, m). The values are one-hot, so that the output equals the weights. */
  readonly values: Tensor;
  /** The index of the correct key for each query; shape (n). */
  readonly targets: Tensor;
}

/** The parameters of an additive score, or W_q and W_k of a dot product of projections. */
export type Parameters = Readonly<Record<string, Tensor>>;

export interface Training {
  /** The divisor of dot products. Additive scores do not use it. */
  readonly divisor: Divisor;
  readonly learningRate: number;
  readonly examplesOf: (step: number) => Examples;
}

/** The weighted sum a·x + b·y, computed with the engine's matrix product. */
function mixed(engine: Engine, a: number, x: Tensor, b: number, y: Tensor): Tensor {
  const pairs = new Float64Array(2 * x.data.length);
  for (let i = 0; i < x.data.length; i++) {
    pairs[2 * i] = x.data[i] as number;
    pairs[2 * i + 1] = y.data[i] as number;
  }
  const { data } = dotsOf(engine, { shape: [x.data.length, 2], data: pairs }, matrix([a, b]));
  return { shape: x.shape, data };
}

export const flat = ({ shape, data }: Tensor): Tensor => {
  const columns = shape.at(-1) ?? 1;
  return { shape: [data.length / columns, columns], data };
};

type Input = AttentionInput<'float64'>;

/**
 * The engine's input for a model with `parameters` and for the examples. A model without `w_v` scores with dot
 * products: its queries and keys are projected by W_q and W_k here, before the engine divides their products by
 * `divisor`.
 */
export function inputOf(
  engine: Engine,
  parameters: Parameters,
  { queries, keys, values }: Examples,
  divisor: Divisor,
): Input {
  const { W_q, W_k, w_v, bias } = parameters as Record<'W_q' | 'W_k', Tensor> & Parameters;
  if (w_v !== undefined)
    return { precision, queries, keys, values, score: 'additive', W_q, W_k, w_v, bias };
  const project = (x: Tensor, W: Tensor) => ({
    shape: x.shape,
    data: dotsOf(engine, flat(x), W).data,
  });
  return { precision, values, queries: project(queries, W_q), keys: project(keys, W_k), divisor };
}

/** The gradient, with respect to the parameters, of the mean of −ln p, where p is the weight of the correct key. */
function additiveGradient(engine: Engine, input: Input, { targets }: Examples): Parameters {
  const { weights } = engine.attention(input);
  const numKeys = weights.shape.at(-1) ?? 1;
  const data = weights.data.map((p, i) =>
    targets.data[Math.floor(i / numKeys)] === i % numKeys ? -1 / (targets.data.length * p) : 0,
  );
  const outputGradient = { shape: weights.shape, data };
  return engine.attentionGradient({ ...input, outputGradient }) as unknown as Parameters;
}

/**
 * The gradient of the loss for dot products. It is computed from the logits, because the weights of unscaled dot
 * products can underflow to 0.
 */
function dotGradient(engine: Engine, input: Input, examples: Examples): Parameters {
  const logits = flat(engine.attention(input).scaledScores);
  const { logitsGradient } = engine.crossEntropy({ precision, logits, targets: examples.targets });
  const [projectedQueries, projectedKeys] = [flat(input.queries), flat(input.keys)];
  const width = projectedQueries.shape[1] ?? 1;
  const perScore = input.divisor === 'none' ? 1 : 1 / Math.sqrt(width);
  const scores = logitsGradient.data.map((x) => x * perScore);
  const numKeys = logits.shape[1] ?? 1;
  const queryOf = (pair: number) => Math.floor(pair / numKeys);
  return {
    W_q: sumOfOuter(engine, scores, projectedKeys, Number, flat(examples.queries), queryOf),
    W_k: sumOfOuter(engine, scores, projectedQueries, queryOf, flat(examples.keys), Number),
  };
}

/**
 * The sum over i of factors[i] · a[placeOfA(i)] ⊗ b[placeOfB(i)], where ⊗ is the outer product of two rows. The engine
 * computes it as one matrix product.
 */
function sumOfOuter(
  engine: Engine,
  factors: ArrayLike<number>,
  a: Tensor,
  placeOfA: (i: number) => number,
  b: Tensor,
  placeOfB: (i: number) => number,
): Tensor {
  const count = factors.length;
  const columns = (
    { shape: [, width = 1], data }: Tensor,
    place: (i: number) => number,
    factor: (i: number) => number,
  ): Tensor => {
    const found = new Float64Array(width * count);
    for (let i = 0; i < count; i++) {
      const [by, from] = [factor(i), place(i) * width];
      for (let c = 0; c < width; c++) found[c * count + i] = by * (data[from + c] as number);
    }
    return { shape: [width, count], data: found };
  };
  const scaled = columns(a, placeOfA, (i) => factors[i] as number);
  return dotsOf(
    engine,
    scaled,
    columns(b, placeOfB, () => 1),
  );
}

/** Trains by gradient descent with momentum. `runInSlices` can run it as a job. */
export class Descent {
  steps = 0;
  #velocity: Parameters | undefined;

  constructor(
    private readonly engine: Engine,
    public parameters: Parameters,
    private readonly training: Training,
  ) {}

  run(count: number): void {
    for (let i = 0; i < count; i++) this.#step(this.steps++);
  }

  #step(step: number): void {
    const { engine, parameters } = this;
    const { examplesOf, divisor, learningRate } = this.training;
    const examples = examplesOf(step);
    const input = inputOf(engine, parameters, examples, divisor);
    const gradientOf = parameters.w_v === undefined ? dotGradient : additiveGradient;
    const gradient = gradientOf(engine, input, examples);
    const last = this.#velocity;
    const each = (make: (name: string) => Tensor): Parameters =>
      Object.fromEntries(Object.keys(parameters).map((name) => [name, make(name)]));
    const of = (from: Parameters, name: string) => from[name] as Tensor;
    const velocity = each((name) =>
      last ? mixed(engine, MOMENTUM, of(last, name), 1, of(gradient, name)) : of(gradient, name),
    );
    this.#velocity = velocity;
    this.parameters = each((name) =>
      mixed(engine, 1, of(parameters, name), -learningRate, of(velocity, name)),
    );
  }
}
