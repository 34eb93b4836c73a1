// SPDX-License-Identifier: MIT
import type { LessonCode } from '../code.ts';
import { rowsOf } from '../matrix.ts';
import { KINDS, type Numbers, parametersOf, type State, UNITS, vectorsOf } from './compute.ts';

/**
 * Takes the inputs of the programs in `code/` from the state, and their expected results from the computed numbers. If
 * the score has no bias, the programs add 0.
 */
export const code: LessonCode<State, Numbers> = {
  inputs(state) {
    const { queries, keys } = vectorsOf(state);
    const { W_q, W_k, bias } = parametersOf(state);
    return {
      precision: state.precision,
      sigma: state.sigma,
      queries: rowsOf(queries),
      keys: rowsOf(keys),
      W_q: rowsOf(W_q),
      W_k: rowsOf(W_k),
      w_v: state.w_v,
      bias: bias === undefined ? Array.from({ length: UNITS }, () => 0) : state.bias,
    };
  },
  results: (numbers) => ({
    sums: numbers.sums,
    features: numbers.units,
    ...Object.fromEntries(
      KINDS.flatMap((kind) => [
        [`${kind}_scores`, numbers[kind].scores],
        [`${kind}_weights`, numbers[kind].weights],
      ]),
    ),
  }),
  ran: () => ['dot', 'divide', 'features', 'additive', 'gaussian', 'softmax'],
};
