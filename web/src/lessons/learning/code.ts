// SPDX-License-Identifier: MIT
import type { LessonCode } from '../code.ts';
import type { Numbers, State } from './compute.ts';
import { OPTIMIZER } from './pointing-trainer.ts';

/** Takes the inputs of the programs in `code/`, and their expected results, from the first step of a training. */
export const code: LessonCode<State, Numbers> = {
  inputs: ({ projections }, { W_q, W_k, targets }) => ({
    ...{ W_q, W_k, targets, projections, scale: 'sqrt_dk', rate: OPTIMIZER.learningRate },
  }),
  results: ({ scores, weights, loss, gradient, moved }) => ({
    ...{ scores, weights, loss, gradient, moved },
  }),
  ran: () => ['scores', 'loss', 'gradient', 'step'],
};
