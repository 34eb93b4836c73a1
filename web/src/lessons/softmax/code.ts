// SPDX-License-Identifier: MIT
import type { LessonCode } from '../code.ts';
import type { Entry, Numbers } from './compute.ts';
import type { State } from './state.ts';

/** How the programs in `code/` go with the picture. */
export const code: LessonCode<State, Numbers> = {
  inputs: ({ x, temperature, scaling, target, precision }) => ({
    x,
    temperature,
    scaling,
    target,
    precision,
  }),
  results({ entries, entropy, jacobian, jacobianNorm, loss }) {
    const all = (stage: keyof Entry) => entries.map((one) => one[stage]);
    return {
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
  },
  ran: ({ scaling }) => [scaling, 'softmax', 'naive', 'entropy', 'jacobian', 'norm', 'loss'],
};
