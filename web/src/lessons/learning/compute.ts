// SPDX-License-Identifier: MIT
// What the lesson's programs compute: scores, loss and one step of the model that points.
import type { Engine, Tensor } from '../../engine/index.ts';
import { newPointing, OPTIMIZER, pointingOptions, startOf } from './pointing-trainer.ts';
import type { State } from './state.ts';

type Rows = readonly (readonly number[])[];

export interface FirstStep {
  readonly W_q: Rows;
  readonly W_k: Rows;
  readonly targets: readonly number[];
  readonly scores: Rows;
  readonly weights: Rows;
  readonly loss: number;
  /** Of W_q. */
  readonly gradient: Rows;
  /** W_q after the step. */
  readonly moved: Rows;
}

export interface Numbers {
  readonly first: FirstStep;
}

const rowsOf = ({ shape, data }: Tensor): Rows => {
  const [rows = 0, columns = 0] = shape;
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => data[i * columns + j] as number),
  );
};

/** The first step of a training, in float64. */
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
    // Adam's mean after one step is 1 − β₁ of the gradient.
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
