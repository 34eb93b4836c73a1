// SPDX-License-Identifier: MIT
import type { LessonCode } from '../code.ts';
import type { Numbers } from './compute.ts';
import type { State } from './state.ts';

/** How the programs in `code/` go with the picture: they begin where thousands of drawn numbers have become scores. */
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
