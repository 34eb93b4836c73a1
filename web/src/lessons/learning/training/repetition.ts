// SPDX-License-Identifier: MIT
// The task to continue a list: distinct letters are repeated until the sequence ends. From the second round on, the next
// letter can be predicted from the previous ones.
import type { LanguageModelInput } from '../../../engine/index.ts';
import { BATCH, type Batches, emptyBatches } from '../../../engine/sentences/batches.ts';
import { below, type Random, randomOf } from '../../../engine/sentences/random.ts';
import { MODEL, OPTIMIZER } from '../../../engine/sentences/training.ts';

/** The number of positions in a sequence. */
export const LONGEST = 24;
export const SYMBOLS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L'] as const;

const SHORTEST_LIST = 4;
const LONGEST_LIST = 11;
/** The length of the list in the figure, which contains it twice. */
export const ROUND = 8;
const EXAMPLE_SEED = -14;
/** The seed of the test set. No training uses it, because the seeds of trainings are positive. */
const TEST_SEED = -1;
/** The number of sequences in the test set. */
const TESTS = 64;

/** `count` distinct random tokens: the beginning of a Fisher–Yates shuffle. */
function list(random: Random, count: number): number[] {
  const tokens = SYMBOLS.map((_, token) => token);
  for (let i = 0; i < count; i++) {
    const j = i + below(random, tokens.length - i);
    [tokens[i], tokens[j]] = [tokens[j] as number, tokens[i] as number];
  }
  return tokens.slice(0, count);
}

/**
 * Generates `steps` batches, beginning with batch number `first`. The content of a batch depends only on the seed, its
 * number, and `batch`, the number of sequences in it.
 */
export function batches(seed: number, first: number, steps: number, batch = BATCH): Batches {
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
        // Predictions in the first round do not count toward the loss, because nothing determines the next letter there.
        all.counts.data[start + i] = i >= count ? 1 : 0;
      }
    }
  }
  return all;
}

export const test = batches(TEST_SEED, 0, 1, TESTS);

/** The tokens of the list in the figure, in two rounds. */
export const example: readonly number[] = (() => {
  const once = list(randomOf(EXAMPLE_SEED), ROUND);
  return [...once, ...once];
})();

/** The options of a model, which determine its training bit for bit. */
export interface ModelSpec {
  readonly layers: number;
  readonly heads: number;
  /** Whether queries and keys share one matrix. */
  readonly isTied: boolean;
  readonly hasPositions: boolean;
  readonly isCausal: boolean;
  /** Whether scores are divided by √d. */
  readonly isScaled: boolean;
  readonly seed: number;
}

const WHOLE: ModelSpec = {
  ...{ layers: MODEL.layers, heads: MODEL.heads, isTied: false, hasPositions: true },
  ...{ isCausal: true, isScaled: true, seed: 1 },
};

export const MODELS = {
  whole: WHOLE,
  layer: { ...WHOLE, layers: 1 },
  matrices: { ...WHOLE, isTied: true },
  positions: { ...WHOLE, hasPositions: false },
  mask: { ...WHOLE, isCausal: false },
  heads: { ...WHOLE, heads: 1 },
  scale: { ...WHOLE, isScaled: false },
} as const satisfies Readonly<Record<string, ModelSpec>>;
export type ModelName = keyof typeof MODELS;

export const STEPS = 1000;

export const modelInput = (spec: ModelSpec): LanguageModelInput<'float32'> => ({
  ...{ precision: 'float32', vocabulary: SYMBOLS.length, width: MODEL.width },
  ...{ layers: spec.layers, heads: spec.heads, positions: spec.hasPositions ? LONGEST : 0 },
  ...{ causal: spec.isCausal, tied: spec.isTied, scaled: spec.isScaled },
  ...OPTIMIZER,
  seed: spec.seed,
});
