// SPDX-License-Identifier: MIT
// Gradient descent on a score’s parameters, by the engine’s gradients and its matrix product.
import type { AttentionInput, Engine, Tensor } from '../../engine/index.ts';

export const NUM_KEYS = 8;
const LEARNING_RATE = 0.5;
const MOMENTUM = 0.9;
const precision = 'float64';

/** Queries that each have to find one of their keys. */
export interface Examples {
  /** (n, 1, d) */
  readonly queries: Tensor;
  /** (n, 8, d) */
  readonly keys: Tensor;
  /** (n, 8, 8), one-hot: the output is the weights. */
  readonly values: Tensor;
  /** (n) */
  readonly targets: Tensor;
}

/** Of an additive score, or W_q and W_k of a scaled dot product. */
export type Parameters = Readonly<Record<string, Tensor>>;

/** The sum of a·x and b·y, entry by entry, by the engine's matrix product. */
function mixed(engine: Engine, a: number, x: Tensor, b: number, y: Tensor): Tensor {
  const pairs = new Float64Array(2 * x.data.length);
  for (let i = 0; i < x.data.length; i++) {
    pairs[2 * i] = x.data[i] as number;
    pairs[2 * i + 1] = y.data[i] as number;
  }
  const queries = { shape: [x.data.length, 2], data: pairs };
  const keys = { shape: [1, 2], data: [a, b] };
  const { data } = engine.scaledDotScores({ precision, queries, keys, divisor: 'none' });
  return { shape: x.shape, data };
}

export const flat = ({ shape, data }: Tensor): Tensor => {
  const columns = shape.at(-1) ?? 1;
  return { shape: [data.length / columns, columns], data };
};

function transposed({ shape, data }: Tensor): Tensor {
  const [rows = 0, columns = 0] = shape;
  const turned = Float64Array.from(
    { length: rows * columns },
    (_, i) => data[(i % rows) * columns + Math.floor(i / rows)] as number,
  );
  return { shape: [columns, rows], data: turned };
}

/** What the engine is asked. */
export function asked(
  engine: Engine,
  parameters: Parameters,
  { queries, keys, values }: Examples,
): AttentionInput<'float64'> {
  const { W_q, W_k, w_v, bias } = parameters as Record<'W_q' | 'W_k', Tensor> & Parameters;
  if (w_v !== undefined)
    return { precision, queries, keys, values, score: 'additive', W_q, W_k, w_v, bias };
  const project = (x: Tensor, W: Tensor) => ({
    shape: x.shape,
    data: engine.scaledDotScores({ precision, queries: flat(x), keys: W, divisor: 'none' }).data,
  });
  return { precision, values, queries: project(queries, W_q), keys: project(keys, W_k) };
}

/** ∂loss/∂parameters of the mean of −ln p, where p is the weight of the right key. */
function gradientOf(engine: Engine, parameters: Parameters, examples: Examples): Parameters {
  const input = asked(engine, parameters, examples);
  const { weights } = engine.attention(input);
  const { targets } = examples;
  const data = weights.data.map((p, i) =>
    targets.data[Math.floor(i / NUM_KEYS)] === i % NUM_KEYS ? -1 / (targets.data.length * p) : 0,
  );
  const outputGradient = { shape: weights.shape, data };
  const found = engine.attentionGradient({ ...input, outputGradient });
  if (parameters.w_v !== undefined) return found as unknown as Parameters;
  const product = (of: Tensor, x: Tensor) =>
    engine.scaledDotScores({
      ...{ precision, queries: transposed(flat(of)), keys: transposed(flat(x)), divisor: 'none' },
    });
  return {
    W_q: product(found.queries, examples.queries),
    W_k: product(found.keys, examples.keys),
  };
}

/** Gradient descent with momentum, as a job in slices. */
export class Descent {
  steps = 0;
  #velocity: Parameters | undefined;

  constructor(
    private readonly engine: Engine,
    public parameters: Parameters,
    private readonly examples: Examples,
  ) {}

  run(count: number): void {
    for (let i = 0; i < count; i++) this.#step();
    this.steps += count;
  }

  #step(): void {
    const { engine, parameters } = this;
    const gradient = gradientOf(engine, parameters, this.examples);
    const last = this.#velocity;
    const each = (make: (name: string) => Tensor): Parameters =>
      Object.fromEntries(Object.keys(parameters).map((name) => [name, make(name)]));
    const of = (from: Parameters, name: string) => from[name] as Tensor;
    const velocity = each((name) =>
      last ? mixed(engine, MOMENTUM, of(last, name), 1, of(gradient, name)) : of(gradient, name),
    );
    this.#velocity = velocity;
    this.parameters = each((name) =>
      mixed(engine, 1, of(parameters, name), -LEARNING_RATE, of(velocity, name)),
    );
  }
}
