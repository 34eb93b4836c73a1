// SPDX-License-Identifier: MIT
// Computes the numbers that the programs in `code/` also compute: scores, loss and the first training step of the
// pointing model.
import type { Engine, Tensor } from '../../engine/index.ts';
import { type Matrix, rowsOf } from '../matrix.ts';
import { newPointing, OPTIMIZER, pointingOptions, startOf } from './pointing-trainer.ts';
import type { State } from './state.ts';

export interface FirstStep {
  readonly W_q: Matrix;
  readonly W_k: Matrix;
  readonly targets: readonly number[];
  readonly scores: Matrix;
  readonly weights: Matrix;
  readonly loss: number;
  /** The gradient of the loss with respect to W_q. */
  readonly gradient: Matrix;
  /** W_q after the first training step. */
  readonly moved: Matrix;
}

export interface Numbers {
  readonly first: FirstStep;
}

/** Computes the first training step in float64. */
export function firstStep(state: State, engine: Engine): FirstStep {
  const options = pointingOptions(state);
  const { targets, isTied, isScaled } = options;
  const { W_q, W_k: own } = startOf(engine, options);
  const W_k = isTied ? W_q : own;
  const scores = engine.scaledDotScores({
    precision: 'float64',
    queries: W_q,
    keys: W_k,
    divisor: isScaled ? 'sqrt_dk' : 'none',
  });
  const weights = engine.softmax({ precision: 'float64', logits: scores });
  const trainer = newPointing(engine, 'float64', options);
  try {
    const { loss } = trainer;
    trainer.run(1);
    const { parameters, first } = trainer.state();
    const [moved, mean] = [parameters[0], first[0]] as [Tensor, Tensor];
    // After one step, Adam's first moment is (1 − β₁) times the gradient.
    const data = Array.from(mean.data, (x) => x / (1 - OPTIMIZER.beta1));
    return {
      W_q: rowsOf(W_q),
      W_k: rowsOf(W_k),
      targets,
      scores: rowsOf(scores),
      weights: rowsOf(weights),
      loss,
      gradient: rowsOf({ shape: mean.shape, data }),
      moved: rowsOf(moved),
    };
  } finally {
    trainer.release();
  }
}

export const compute = (state: State, engine: Engine): Numbers => ({
  first: firstStep(state, engine),
});
