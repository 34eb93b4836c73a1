// SPDX-License-Identifier: MIT
// Attention of six letters: the first training step, also computed by `code/`, and the weights after the last step.
import type { Engine, Tensor } from '../../engine/index.ts';
import { rowsOf } from '../matrix.ts';
import { released } from '../once.ts';
import {
  newPointing,
  OPTIMIZER,
  type Pattern,
  startOf,
  TARGETS,
  trainPointing,
  weightsOf,
} from './pointing.ts';

export interface State {
  /** For each letter, the letter to which it should attend. */
  readonly pattern: Pattern;
  /** Whether queries and keys have separate matrices or share one. */
  readonly projections: 'separate' | 'tied';
}

export const EXAMPLE: State = Object.freeze({ pattern: 'swaps', projections: 'tied' });

export function compute({ pattern, projections }: State, engine: Engine) {
  const options = { targets: TARGETS[pattern], isTied: projections === 'tied' };
  const { W_q, W_k: own } = startOf(engine, options);
  const W_k = options.isTied ? W_q : own;
  const scores = engine.scaledDotScores({
    ...{ precision: 'float64', queries: W_q, keys: W_k, divisor: 'sqrt_dk' },
  });
  return released(newPointing(engine, 'float64', options), (trainer) => {
    const { loss } = trainer;
    trainer.run(1);
    const { parameters, first } = trainer.state();
    const [moved, mean] = [parameters[0], first[0]] as [Tensor, Tensor];
    // After one step, Adam's first moment is (1 − β₁) times the gradient.
    const data = Array.from(mean.data, (x) => x / (1 - OPTIMIZER.beta1));
    return {
      ...{ W_q: rowsOf(W_q), W_k: rowsOf(W_k), targets: options.targets },
      ...{ scores: rowsOf(scores), weights: weightsOf(engine, { W_q, W_k }), loss },
      /** The gradient of the loss with respect to W_q. */
      gradient: rowsOf({ shape: mean.shape, data }),
      /** W_q after the first training step. */
      moved: rowsOf(moved),
      /** The attention weights after the last training step. */
      trained: weightsOf(engine, trainPointing(engine, options).parameters),
    };
  });
}

export type Numbers = ReturnType<typeof compute>;
