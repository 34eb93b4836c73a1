// SPDX-License-Identifier: MIT
import type { LessonCode } from '../code.ts';
import { COUNT, type Numbers, type State } from './compute.ts';

/** Takes the inputs of the programs in `code/` from the state, and their expected results from the computed numbers. */
export const code: LessonCode<State, Numbers> = {
  inputs: ({ order, positions, mask }, { X, P }) => ({
    X,
    learned: P.slice(0, COUNT),
    order: order.map((word) => word - 1),
    positions,
    mask,
  }),
  results: ({ added, weights, outputs }) => ({ P: added, weights, outputs }),
  ran: ({ positions }) => [
    ...(positions === 'sinusoidal' ? ['positions'] : []),
    'visible',
    'softmax',
    'outputs',
  ],
};
