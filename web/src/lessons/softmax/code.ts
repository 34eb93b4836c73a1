// SPDX-License-Identifier: MIT
import type { LessonCode } from '../code.ts';
import type { Entry, Numbers, State } from './compute.ts';

/** Takes the inputs of the programs in `code/` from the state, and their expected results from the computed numbers. */
export const code: LessonCode<State, Numbers> = {
  inputs: ({ x, temperature, scaling, target, precision }) => ({
    x,
    temperature,
    scaling,
    target,
    precision,
  }),
  results({ entries, entropy, jacobian, jacobianNorm, loss, hasWeights }) {
    const all = (stage: keyof Entry) => entries.map((one) => one[stage]);
    const results = {
      logits: all('logit'),
      weights: all('weight'),
      exponentials: all('exponential'),
      naive: all('naive'),
      entropy,
      jacobian,
      jacobian_norm: jacobianNorm,
      loss,
      gradient: all('gradient'),
    };
    if (hasWeights) return results;
    return Object.fromEntries(Object.keys(results).map((name) => [name, undefined]));
  },
  ran: ({ scaling }) => [scaling, 'softmax', 'naive', 'entropy', 'jacobian', 'norm', 'loss'],
};
