// SPDX-License-Identifier: MIT
import type { LessonCode } from '../code.ts';
import type { Numbers } from './compute.ts';
import { OPTIMIZER } from './pointing-trainer.ts';
import type { State } from './state.ts';

/**
 * Takes the inputs of the programs in `code/` from the state, and their expected results from the computed numbers. The
 * programs compute the first training step of the pointing model, in which each token learns to attend to a target
 * token (tasks/pointing.ts).
 */
export const code: LessonCode<State, Numbers> = {
  inputs: ({ tied, scale }, { first }) => ({
    W_q: first.W_q,
    W_k: first.W_k,
    targets: first.targets,
    projections: tied,
    scale,
    rate: OPTIMIZER.learningRate,
  }),
  results: ({ first: { scores, weights, loss, gradient, moved } }) => ({
    scores,
    weights,
    loss,
    gradient,
    moved,
  }),
  ran: () => ['scores', 'loss', 'gradient', 'step'],
};
