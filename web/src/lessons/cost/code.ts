// SPDX-License-Identifier: MIT
import type { LessonCode } from '../code.ts';
import { KEYS, type Numbers, QUERY, VALUES } from './compute.ts';
import type { State } from './state.ts';

/** How the programs in `code/` go with the picture. */
export const code: LessonCode<State, Numbers> = {
  inputs: ({ n, tile }) => ({ n, tile: Number(tile), query: QUERY, keys: KEYS, values: VALUES }),
  results({ cost, logits, weights, output, steps }) {
    const last = steps.at(-1);
    return {
      stages_bytes: cost.stages,
      tile_bytes: cost.tile,
      logits,
      weights,
      output,
      streamed: last?.output,
      log_sum_exp: last?.logSumExp,
    };
  },
  ran: () => ['plain-bytes', 'tile-bytes', 'plain', 'output', 'streaming', 'sums', 'quotient'],
};
