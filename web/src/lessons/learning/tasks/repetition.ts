// SPDX-License-Identifier: MIT
// The repetition task: a list of distinct symbols is repeated until the sequence ends. From the second copy of the list
// on, the next symbol can be predicted from the previous ones.
import { type Batches, emptyBatches } from '../../../engine/sentences/batches.ts';
import { below, type Random, randomOf } from '../../../engine/sentences/random.ts';
import { LONGEST } from '../state.ts';
import { BATCH, type SequenceTask, TEST_SEED, TESTS } from './task.ts';

const SYMBOLS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L'];
const SHORTEST_LIST = 4;
const LONGEST_LIST = 11;
/** Length of the list in the example. The example contains it twice. */
const EXAMPLE_LIST = 8;
const EXAMPLE_SEED = -2;

/** `count` distinct random tokens: the beginning of a Fisher–Yates shuffle. */
function list(random: Random, count: number): number[] {
  const tokens = SYMBOLS.map((_, token) => token);
  for (let i = 0; i < count; i++) {
    const j = i + below(random, tokens.length - i);
    [tokens[i], tokens[j]] = [tokens[j] as number, tokens[i] as number];
  }
  return tokens.slice(0, count);
}

function batches(seed: number, first: number, steps: number, batch = BATCH): Batches {
  const all = emptyBatches(steps, batch, LONGEST);
  for (let step = 0; step < steps; step++) {
    const random = randomOf(seed, first + step);
    for (let b = 0; b < batch; b++) {
      const count = SHORTEST_LIST + below(random, LONGEST_LIST - SHORTEST_LIST + 1);
      const tokens = list(random, count);
      const start = (step * batch + b) * LONGEST;
      for (let i = 0; i < LONGEST; i++) {
        all.tokens.data[start + i] = tokens[i % count] as number;
        all.targets.data[start + i] = tokens[(i + 1) % count] as number;
        // Predictions in the first occurrence of the list do not count toward the loss, because nothing determines the
        // next symbol there.
        all.counts.data[start + i] = i >= count ? 1 : 0;
      }
    }
  }
  return all;
}

function example() {
  const once = list(randomOf(EXAMPLE_SEED), EXAMPLE_LIST);
  const tokens = [...once, ...once];
  return {
    tokens,
    symbols: tokens.map((token) => SYMBOLS[token] as string),
    counted: tokens.map((_, i) => i >= EXAMPLE_LIST),
    roles: [],
    unknown: [],
  };
}

export const repetition: SequenceTask = {
  vocabulary: SYMBOLS,
  length: LONGEST,
  longest: LONGEST,
  floor: 0,
  batches,
  test: batches(TEST_SEED, 0, 1, TESTS),
  example,
};
