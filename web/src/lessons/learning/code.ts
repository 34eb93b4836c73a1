// SPDX-License-Identifier: MIT
import type { LessonCode } from '../code.ts';
import type { Numbers } from './compute.ts';
import { OPTIMIZER } from './pointing-trainer.ts';
import type { State } from './state.ts';

/** How the programs in `code/` go with the lesson: they make the first step of the model that points. */
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
