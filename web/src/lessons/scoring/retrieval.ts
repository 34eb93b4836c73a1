// SPDX-License-Identifier: MIT
// The training task: find the one of eight keys that equals the query. The data contain each example a second time with
// all signs flipped.
import { type Divisor, type Engine, runInSlices, type Tensor } from '../../engine/index.ts';
import { momentsOf, rowsOf } from '../matrix.ts';
import { Descent, type Examples, flat, inputOf, type Parameters } from './descent.ts';

/** The index of the largest entry. Undefined if several entries are the largest. */
export function bestOf(row: readonly number[]): number | undefined {
  const most = Math.max(...row);
  return row.indexOf(most) === row.lastIndexOf(most) ? row.indexOf(most) : undefined;
}

/** The scores and weights that a score function gives to the keys of one query. */
export interface Scored {
  readonly scores: readonly number[];
  readonly weights: readonly number[];
  /** The index of the key with the highest score. Undefined if several keys have this score. */
  readonly best: number | undefined;
}

/** Rounds a number to 12 decimals to remove rounding errors, and turns −0 into 0, because −0 would be displayed. */
export const clean = (x: number): number => Math.round(x * 1e12) / 1e12 + 0;

export function scoredOf({
  scaledScores,
  weights,
}: Readonly<Record<'scaledScores' | 'weights', Tensor>>): Scored {
  const scores = Array.from(scaledScores.data, clean);
  return { scores, weights: Array.from(weights.data), best: bestOf(scores) };
}

export const NUM_KEYS = 8;

/** The trained scores: additive without and with a bias, dot product of projections without and with scaling. */
export type Score = 'bare' | 'bias' | 'unscaled' | 'scaled';

export interface Model {
  readonly score: Score;
  /** The number of components of a query or key, and for dot products also of its projection. */
  readonly d: number;
  readonly seed: number;
}

/** The result of a trained model on examples that were not used in training. */
export interface Trial {
  /** The mean of −ln p, where p is the weight of the correct key. */
  readonly loss: number;
  /** The share of queries whose correct key has the highest score. */
  readonly accuracy: number;
}

/** The learning rates. With unscaled dot products, training can diverge at the large rate. */
export const RATES = { large: 0.3, small: 0.03 } as const;

/** The models that the experiment `learn` compares. It trains `bias` and `small` with several seeds. */
export const ENTRIES = [
  { id: 'bare', score: 'bare', rate: RATES.large },
  { id: 'bias', score: 'bias', rate: RATES.large },
  { id: 'large', score: 'unscaled', rate: RATES.large },
  { id: 'small', score: 'unscaled', rate: RATES.small },
] as const;

const STEPS = 80;
const LEAST_HIDDEN = 8;
/** The number of examples in a training step and in the test, including examples with flipped signs. */
export const EXAMPLES = { train: 64, test: 512 };
const precision = 'float64';

/** The random stream of each kind of numbers. Training step i, counted from 0, uses the stream `train` + i. */
const STREAMS = { W_q: 1, W_k: 2, w_v: 3, bias: 4, test: 5, train: 6 };

const isDot = (score: Score) => score === 'unscaled' || score === 'scaled';
const divisorOf = (score: Score): Divisor => (score === 'scaled' ? 'sqrt_dk' : 'none');

function identities(count: number, size: number): Float64Array {
  const data = new Float64Array(count * size ** 2);
  for (let i = 0; i < count * size; i++) data[i * size + (i % size)] = 1;
  return data;
}

/** Examples to draw: of `numKeys` normally distributed keys with d components, one equals the query. */
interface Drawing {
  readonly count: number;
  readonly numKeys: number;
  readonly d: number;
  readonly seed: number;
  readonly stream: number;
  readonly variance?: number;
}

/** Draws examples. The second half repeats the examples of the first half with all signs flipped. */
export function mirroredExamples(engine: Engine, drawing: Drawing): Examples {
  const { count, numKeys, d, seed, stream, variance = 1 } = drawing;
  const shape = [count / 2, numKeys, d];
  const half = engine.random({ precision, shape, seed, stream, variance }).data;
  const keys = new Float64Array(2 * half.length);
  keys.set(half);
  for (const [i, x] of half.entries()) keys[half.length + i] = -x;
  const targets = Float64Array.from({ length: count }, (_, i) => (i % (count / 2)) % numKeys);
  const queries = new Float64Array(count * d);
  for (const [i, target] of targets.entries()) {
    const at = (i * numKeys + target) * d;
    queries.set(keys.subarray(at, at + d), i * d);
  }
  return {
    queries: { shape: [count, 1, d], data: queries },
    keys: { shape: [count, numKeys, d], data: keys },
    values: { shape: [count, numKeys, numKeys], data: identities(count, numKeys) },
    targets: { shape: [count], data: targets },
  };
}

export const drawExamples = (
  engine: Engine,
  { d, seed }: Pick<Model, 'd' | 'seed'>,
  kind: keyof typeof EXAMPLES,
  step = 0,
): Examples =>
  mirroredExamples(engine, {
    ...{ d, seed, count: EXAMPLES[kind], numKeys: NUM_KEYS, stream: STREAMS[kind] + step },
  });

/**
 * Draws initial parameters as PyTorch's Linear does. With n inputs, they are uniform within ±1/√n, so their variance is
 * 1/(3n).
 */
export function drawParameters(engine: Engine, { score, d, seed }: Model): Parameters {
  const draw = (name: 'W_q' | 'W_k' | 'w_v' | 'bias', shape: readonly number[], inputs: number) =>
    engine.random({
      ...{ precision, shape, seed, stream: STREAMS[name] },
      ...{ distribution: 'uniform', variance: 1 / (3 * inputs) },
    } as const);
  const hidden = isDot(score) ? d : Math.max(d, LEAST_HIDDEN);
  return {
    W_q: draw('W_q', [hidden, d], d),
    W_k: draw('W_k', [hidden, d], d),
    ...(isDot(score) ? {} : { w_v: draw('w_v', [hidden], hidden) }),
    ...(score === 'bias' ? { bias: draw('bias', [hidden], d) } : {}),
  };
}

export function judge(
  engine: Engine,
  score: Score,
  parameters: Parameters,
  examples: Examples,
): Trial {
  const input = inputOf(engine, parameters, examples, divisorOf(score));
  const logits = flat(engine.attention(input).scaledScores);
  const { loss } = engine.crossEntropy({ precision, logits, targets: examples.targets });
  const right = rowsOf(logits).filter((row, i) => bestOf(row) === examples.targets.data[i]);
  return { loss, accuracy: right.length / examples.targets.data.length };
}

/** Trains a model, then measures its loss and accuracy on test examples. Returns undefined after an abort. */
export async function train(
  engine: Engine,
  model: Model,
  learningRate: number,
  signal: AbortSignal,
): Promise<Trial | undefined> {
  const { score } = model;
  const descent = new Descent(engine, drawParameters(engine, model), {
    divisor: divisorOf(score),
    learningRate,
    examplesOf: (step) => drawExamples(engine, model, 'train', step),
  });
  if (!(await runInSlices(descent, { total: STEPS, signal }))) return undefined;
  return judge(engine, score, descent.parameters, drawExamples(engine, model, 'test'));
}

const INITIAL_MODELS = 8;

/** The loss of dot products before training, unscaled (`none`) and scaled by 1/√d (`root`): means of several models. */
export function initialLosses(
  engine: Engine,
  d: number,
): Readonly<Record<'none' | 'root', number>> {
  const mean = (data: readonly number[]) => momentsOf(engine, data).mean;
  const found = Array.from({ length: INITIAL_MODELS }, (_, seed) => {
    const model: Model = { score: 'unscaled', d, seed };
    const [parameters, examples] = [
      drawParameters(engine, model),
      drawExamples(engine, model, 'train'),
    ];
    const loss = (score: Score) => judge(engine, score, parameters, examples).loss;
    return { none: loss('unscaled'), root: loss('scaled') };
  });
  return { none: mean(found.map(({ none }) => none)), root: mean(found.map(({ root }) => root)) };
}

/** The numbers S and A for `builtParameters`: S is the slope of the two tanh steps, which are at k = q ± Aq/S. */
const [STEEP, APART] = [400, 8];

/**
 * Parameters with two hidden units and no bias that solve about half of the examples. Let q and k be the first
 * components of query and key; the others have no effect. The score is tanh(S(k − q) + Aq) − tanh(S(k − q) − Aq). So it
 * is 2 tanh(8q) for the correct key (k = q), and nearly always 0 for other keys: the correct key is first if q > 0.
 */
export function builtParameters(d: number): Parameters {
  const row = (x: number) => [x, ...Array<number>(d - 1).fill(0)];
  const two = (one: number, other: number) => ({
    shape: [2, d],
    data: [...row(one), ...row(other)],
  });
  return {
    W_q: two(APART - STEEP, -APART - STEEP),
    W_k: two(STEEP, STEEP),
    w_v: { shape: [2], data: [1, -1] },
  };
}
