// SPDX-License-Identifier: MIT
import type { LessonCode } from '../code.ts';
import type { Numbers } from './compute.ts';
import type { State } from './state.ts';

/**
 * Takes the inputs of the programs in `code/` from the state, and their expected results from the computed numbers. The
 * programs start with the scores, because the vectors are too long to print.
 */
export const code: LessonCode<State, Numbers> = {
  inputs: ({ precision }, { scores }) => ({ precision, scores }),
  results: (numbers) => ({
    scores: numbers.scores,
    weights: numbers.weights,
    row_sums: numbers.rowSums,
    column_sums: numbers.columnSums,
    mean_diagonal: numbers.meanDiagonal,
    scores_asymmetry: numbers.scoresAsymmetry,
    weights_asymmetry: numbers.weightsAsymmetry,
    smallest_eigenvalue: numbers.smallestEigenvalue,
  }),
  ran: () => ['measures', 'scores', 'softmax', 'asymmetry'],
};
