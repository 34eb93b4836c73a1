// SPDX-License-Identifier: MIT
// The pointing task: each of six tokens learns to attend to its target token.
import type { Engine, Precision, Tensor, Trainer } from '../../engine/index.ts';
import { type Matrix, rowsOf } from '../matrix.ts';
import { oncePer, released } from '../once.ts';

/** For each pattern, the index of each token's target. */
export const TARGETS = {
  swaps: [1, 0, 3, 2, 5, 4],
  threes: [1, 2, 0, 4, 5, 3],
  six: [1, 2, 3, 4, 5, 0],
  identity: [0, 1, 2, 3, 4, 5],
} as const satisfies Readonly<Record<string, readonly number[]>>;
export type Pattern = keyof typeof TARGETS;

/**
 * The smallest loss of a model with W_q = W_k, whose scores form a positive semidefinite matrix. The loss is
 * convex in the scores, so there is an optimum that does not change if the tokens of a cycle are rotated. For cycles of
 * two and three, equal scores within a cycle are optimal. For the cycle of six, place the tokens on a circle: the score
 * of two tokens that are j steps apart is c · cos(πj/3). The loss is the minimum over c of
 * ln Σ_j exp(c · cos(πj/3)) − c/2.
 */
export const TIED_BOUNDS: Readonly<Record<Pattern, number>> = {
  swaps: Math.log(2),
  threes: Math.log(3),
  six: 1.523559403754983,
  identity: 0,
};

/** Number of components of a query and of a key. */
const WIDTH = 8;

export interface PointingOptions {
  readonly targets: readonly number[];
  readonly isTied: boolean;
  readonly seed?: number;
}

export const OPTIMIZER = {
  optimizer: 'adam',
  learningRate: 0.01,
  beta1: 0.9,
  beta2: 0.99,
} as const;

/** The initial W_q and W_k, with one row for each token. */
export function startOf(
  engine: Engine,
  { targets, seed = 1 }: PointingOptions,
): Record<'W_q' | 'W_k', Tensor> {
  const draw = (stream: number) =>
    engine.random({
      ...{ precision: 'float32', shape: [targets.length, WIDTH], seed, stream },
      variance: 1 / WIDTH,
    });
  return { W_q: draw(0), W_k: draw(1) };
}

export function newPointing<P extends Precision>(
  engine: Engine,
  precision: P,
  options: PointingOptions,
): Trainer<P> {
  const { W_q, W_k } = startOf(engine, options);
  const { targets, isTied } = options;
  return engine.newTrainer({
    ...OPTIMIZER,
    precision,
    task: 'pointing',
    targets: { shape: [targets.length, 1], data: [...targets] },
    tied: isTied,
    scaled: true,
    start: isTied ? { W_q } : { W_q, W_k },
  });
}

const STEPS = 500;

/** @returns the losses before each step, the loss after the last step, and the parameters */
export const trainPointing = (engine: Engine, options: PointingOptions, steps = STEPS) =>
  released(newPointing(engine, 'float64', options), (trainer) => {
    const losses = trainer.run(steps);
    return { losses, loss: trainer.loss, parameters: trainer.parameters };
  });

/** The weights of all letters, one row for each attending letter. Without W_k, the keys are the queries. */
export function weightsOf(engine: Engine, { W_q, W_k }: Readonly<Record<string, Tensor>>): Matrix {
  const queries = W_q as Tensor;
  const precision = 'float64';
  const logits = engine.scaledDotScores({
    ...{ precision, queries, keys: W_k ?? queries, divisor: 'sqrt_dk' },
  });
  return rowsOf(engine.softmax({ precision, logits }));
}

export const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
/** The number of training steps in the figure. */
export const COURSE = 300;

/** Trains the letters for COURSE steps. The weights after each number of steps are computed on demand. */
function trained(engine: Engine, isTied: boolean) {
  const after = (steps: number) => trainPointing(engine, { targets: TARGETS.swaps, isTied }, steps);
  const { losses, loss } = after(COURSE);
  const { parameters } = after(0);
  const weights = new Map<number, Matrix>();
  return {
    loss: (steps: number) => losses[steps] ?? loss,
    weights: (steps: number): Matrix => {
      const rows = weights.get(steps) ?? weightsOf(engine, after(steps).parameters);
      weights.set(steps, rows);
      return rows;
    },
    /** The number of trained parameters. */
    size: Object.values(parameters).reduce((sum, { data }) => sum + data.length, 0),
  };
}

export type Course = ReturnType<typeof trained>;

/** The trainings with separate matrices for queries and keys, and with one matrix for both. */
export const coursesOf = oncePer((engine: Engine) => ({
  two: trained(engine, false),
  one: trained(engine, true),
}));
