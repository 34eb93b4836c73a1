// SPDX-License-Identifier: MIT
// Trains the pointing model, which takes only milliseconds.
import type { Engine, Precision, Tensor, Trainer } from '../../engine/index.ts';
import { type Matrix, rowsOf } from '../matrix.ts';

/** Number of components of a query and of a key. */
const WIDTH = 8;

export interface PointingOptions {
  /** The index of each token's target token. */
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

/**
 * Trains a model.
 * @returns the losses before each step, the loss after the last one, and the parameters
 */
export function trainPointing(engine: Engine, options: PointingOptions, steps = STEPS) {
  const trainer = newPointing(engine, 'float64', options);
  try {
    const losses = trainer.run(steps);
    return { losses, loss: trainer.loss, parameters: trainer.parameters };
  } finally {
    trainer.release();
  }
}

/** The weights of all letters, one row for each letter that looks. Without W_k, the keys are the queries. */
export function weightsOf(engine: Engine, { W_q, W_k }: Readonly<Record<string, Tensor>>): Matrix {
  const queries = W_q as Tensor;
  const precision = 'float64';
  const logits = engine.scaledDotScores({
    ...{ precision, queries, keys: W_k ?? queries, divisor: 'sqrt_dk' },
  });
  return rowsOf(engine.softmax({ precision, logits }));
}
