// SPDX-License-Identifier: MIT
import type { LessonCode } from '../code.ts';
import type { Numbers } from './compute.ts';
import type { State } from './state.ts';

/**
 * Takes the inputs of the programs in `code/` from the state, and their expected results from the computed numbers. The
 * programs compute only exact numbers, because they draw no random ones.
 */
export const code: LessonCode<State, Numbers> = {
  inputs({ d, divisor, distribution, key, correlation, ...state }) {
    const isSame = key === 'same';
    return {
      d,
      q_mean: state.qMean,
      q_variance: state.qVariance,
      k_mean: isSame ? state.qMean : state.kMean,
      k_variance: isSame ? state.qVariance : state.kVariance,
      rho: isSame ? 1 : correlation,
      distribution,
      divisor,
    };
  },
  results: ({ dots, chosen, deviation }) => ({
    product_mean: dots.products.expectedMean,
    product_variance: dots.products.expectedVariance,
    mean: chosen.expected.mean,
    variance: chosen.expected.variance,
    deviation,
  }),
  ran: () => ['draw', 'mean', 'variance', 'sum', 'scaled'],
};
