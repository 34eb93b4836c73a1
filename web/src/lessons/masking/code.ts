// SPDX-License-Identifier: MIT
import type { LessonCode } from '../code.ts';
import { type Numbers, SIZE, type State, TREATMENTS } from './compute.ts';

/** Takes the inputs of the programs in `code/` from the state, and their expected results from the computed numbers. */
export const code: LessonCode<State, Numbers> = {
  inputs: (state, { scores }) => ({
    precision: state.precision,
    scores,
    lens: state.lens ?? scores.map(() => SIZE),
    causal: state.causal,
    convention: state.convention,
    method: TREATMENTS[state.treatment].method,
    fill: TREATMENTS[state.treatment].python,
    empty_row: state.emptyRow,
  }),
  results({ flags, treated }, { treatment }) {
    const { logits, weights } = treated[treatment]();
    return { flags, logits, weights };
  },
  ran: () => ['flags', 'logits', 'weigh', 'softmax'],
};
