// SPDX-License-Identifier: MIT
import type { LessonCode } from '../code.ts';
import type { Numbers } from './compute.ts';
import type { State } from './state.ts';

/**
 * Takes the inputs of the programs in `code/` from the state, and their expected results from the computed numbers. The
 * programs start with the scores, because the vectors are too long to print.
 */
export const code: LessonCode<State, Numbers> = {
  inputs: ({ precision }, { shown }) => ({ precision, scores: shown.scores }),
  results: ({ shown }) => ({
    scores: shown.scores,
    weights: shown.weights,
    row_sums: shown.rowSums,
    column_sums: shown.columnSums,
    mean_diagonal: shown.meanDiagonal,
    scores_asymmetry: shown.scoresAsymmetry,
    weights_asymmetry: shown.weightsAsymmetry,
    smallest_eigenvalue: shown.smallestEigenvalue,
  }),
  ran: () => ['measures', 'scores', 'softmax', 'asymmetry'],
};
