// SPDX-License-Identifier: MIT
import type { Floats } from '../tensor.ts';
import type { Grammar } from './grammar.ts';
import { randomOf } from './random.ts';

/** S batches of B sequences of n tokens, as `LanguageModel` expects them: each tensor has shape (S, B, n). */
export type Batches = Readonly<Record<'tokens' | 'targets' | 'counts', Floats>>;

export function emptyBatches(steps: number, batch: number, length: number): Batches {
  const numbers = (): Floats => ({
    shape: [steps, batch, length],
    data: new Float32Array(steps * batch * length),
  });
  return { tokens: numbers(), targets: numbers(), counts: numbers() };
}

/** Number of sentences in a batch. */
export const BATCH = 32;

/**
 * Number of positions in a sequence: one less than the number of words in the longest sentence, because the last word
 * predicts nothing.
 */
export const lengthOf = (grammar: Grammar): number => grammar.longest - 1;

/**
 * Generates batches with one random sentence per sequence. Batch k depends only on the seed and k.
 * @param first  the number k of the first batch
 * @param steps  the number of batches
 */
export function sentenceBatches(
  grammar: Grammar,
  seed: number,
  first: number,
  steps: number,
  batch: number = BATCH,
): Batches {
  const length = lengthOf(grammar);
  const batches = emptyBatches(steps, batch, length);
  for (let step = 0; step < steps; step++) {
    const random = randomOf(seed, first + step);
    for (let b = 0; b < batch; b++) {
      const tokens = grammar.sample(random).words.map((one) => grammar.tokenOf(one) as number);
      const start = (step * batch + b) * length;
      for (let i = 0; i + 1 < tokens.length; i++) {
        batches.tokens.data[start + i] = tokens[i] as number;
        batches.targets.data[start + i] = tokens[i + 1] as number;
        batches.counts.data[start + i] = 1;
      }
    }
  }
  return batches;
}
