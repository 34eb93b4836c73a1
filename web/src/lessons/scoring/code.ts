// SPDX-License-Identifier: MIT
import type { LessonCode } from '../code.ts';
import { type Numbers, parametersOf, rowsOf, vectorsOf } from './compute.ts';
import { KINDS, type State, UNITS, WIDTH } from './state.ts';

/** How the programs in `code/` go with the picture. Without a bias they add 0. */
export const code: LessonCode<State, Numbers> = {
  inputs(state) {
    const { queries, keys } = vectorsOf(state);
    const { bias } = parametersOf(state);
    return {
      precision: state.precision,
      sigma: state.sigma,
      queries: rowsOf(queries.data, WIDTH),
      keys: rowsOf(keys.data, WIDTH),
      W_q: rowsOf(state.W_q, WIDTH),
      W_k: rowsOf(state.W_k, WIDTH),
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
