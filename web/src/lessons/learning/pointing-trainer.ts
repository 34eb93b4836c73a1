// SPDX-License-Identifier: MIT
// Trains the pointing model, in which each of six tokens learns to attend to its target token. For the stage (the
// figure with its controls), a worker trains it in jobs. For questions, it is trained synchronously, because this takes
// only milliseconds.
import type { Engine, Precision, Tensor, Trainer } from '../../engine/index.ts';
import type { ModelOptions } from './state.ts';
import { POINTING_WIDTH, TARGETS } from './tasks/pointing.ts';

export interface PointingOptions {
  /** The index of each token's target token. */
  readonly targets: readonly number[];
  readonly isTied: boolean;
  readonly isScaled?: boolean;
  readonly seed?: number;
}

export const pointingOptions = ({
  tied,
  scale,
  seed,
  permutation,
}: Pick<ModelOptions, 'tied' | 'scale' | 'seed' | 'permutation'>): PointingOptions => ({
  targets: TARGETS[permutation],
  isTied: tied === 'tied',
  isScaled: scale === 'sqrt_dk',
  seed,
});

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
      ...{ precision: 'float32', shape: [targets.length, POINTING_WIDTH], seed, stream },
      variance: 1 / POINTING_WIDTH,
    });
  return { W_q: draw(0), W_k: draw(1) };
}

export function newPointing<P extends Precision>(
  engine: Engine,
  precision: P,
  options: PointingOptions,
): Trainer<P> {
  const { W_q, W_k } = startOf(engine, options);
  const { targets, isTied, isScaled = true } = options;
  return engine.newTrainer({
    ...OPTIMIZER,
    precision,
    task: 'pointing',
    targets: { shape: [targets.length, 1], data: [...targets] },
    tied: isTied,
    scaled: isScaled,
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
