// SPDX-License-Identifier: MIT
import type { LessonCode } from '../code.ts';
import { KEYS, type Numbers, QUERY, type State, VALUES } from './compute.ts';

/** Takes the inputs of the programs in `code/` from the state, and their expected results from the computed numbers. */
export const code: LessonCode<State, Numbers> = {
  inputs: ({ n, d, tile }) => ({
    n,
    d,
    tile,
    query: QUERY,
    keys: KEYS,
    values: VALUES,
  }),
  results({ stagesBytes, tileBytes, logits, weights, output, steps }) {
    const last = steps.at(-1);
    return {
      stages_bytes: stagesBytes,
      tile_bytes: tileBytes,
      logits,
      weights,
      output,
      streamed: last?.output,
      log_sum_exp: last?.logSumExp,
    };
  },
  ran: () => ['plain-bytes', 'tile-bytes', 'plain', 'output', 'streaming', 'sums', 'quotient'],
};
