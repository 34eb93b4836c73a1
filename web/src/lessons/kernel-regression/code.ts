// SPDX-License-Identifier: MIT
import type { LessonCode } from '../code.ts';
import type { KeyStages, LineNumbers } from './compute.ts';
import type { State } from './state.ts';

/** Takes the inputs of the programs in `code/` from the state, and their expected results from the computed numbers. */
export const code: LessonCode<State, LineNumbers> = {
  inputs: ({ sign, ...state }) => ({ ...state, sign: sign === 'minus' ? -1 : 1 }),
  results({ keyStages, prediction, hasSupport }) {
    const all = (stage: keyof KeyStages) => keyStages.map((one) => one[stage]);
    const ifAny = <T>(result: T) => (hasSupport ? result : undefined);
    return {
      distances: all('distance'),
      scores: all('score'),
      kernel_values: all('kernelValue'),
      weights: ifAny(all('weight')),
      weighted_values: ifAny(all('weightedValue')),
      prediction: ifAny(prediction),
    };
  },
  ran: ({ kernel }) => {
    if (kernel === 'dot') return ['distance', 'dot', 'weights', 'softmax', 'prediction'];
    if (kernel === 'gaussian') return ['distance', 'gaussian', 'weights', 'softmax', 'prediction'];
    return ['distance', 'compact', 'window', 'prediction'];
  },
};
