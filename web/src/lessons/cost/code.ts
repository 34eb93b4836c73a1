// SPDX-License-Identifier: MIT
import type { LessonCode } from '../code.ts';
import { type Counted, KEYS, QUERY, VALUES } from './compute.ts';
import type { State } from './state.ts';

/** Takes the inputs of the programs in `code/` from the state, and their expected results from the computed numbers. */
export const code: LessonCode<State, Counted> = {
  inputs: ({ n, d, tile }) => ({
    n,
    d,
    tile: Number(tile),
    query: QUERY,
    keys: KEYS,
    values: VALUES,
  }),
  results({ memory, logits, weights, output, steps }) {
    const last = steps.at(-1);
    return {
      stages_bytes: memory.stages,
      tile_bytes: memory.tile,
      logits,
      weights,
      output,
      streamed: last?.output,
      log_sum_exp: last?.logSumExp,
    };
  },
  ran: () => ['plain-bytes', 'tile-bytes', 'plain', 'output', 'streaming', 'sums', 'quotient'],
};
