// SPDX-License-Identifier: MIT
import type { Grammar, Sentence } from './grammar.ts';
import { randomOf } from './random.ts';

/** Sequences as a model takes them: (S, B, n). */
export interface Batches {
  readonly tokens: Numbers;
  readonly targets: Numbers;
  readonly counts: Numbers;
}

interface Numbers {
  readonly shape: number[];
  readonly data: Float32Array;
}

/** Makes room for batches: tokens and targets are 0 and nothing counts. */
export function emptyBatches(steps: number, batch: number, length: number): Batches {
  const numbers = (): Numbers => ({
    shape: [steps, batch, length],
    data: new Float32Array(steps * batch * length),
  });
  return { tokens: numbers(), targets: numbers(), counts: numbers() };
}

/** Sentences of a batch. */
export const BATCH = 32;

/** Positions of a sequence: of each word but the last it is asked what follows. */
export const lengthOf = (grammar: Grammar): number => grammar.longest - 1;

/**
 * A sentence a sequence. Batch k follows from the seed and k alone.
 * @param first    the number of the first batch
 * @param isAsked  whether what follows position i counts; unless given, it does for every word but the last
 */
export function sentenceBatches(
  grammar: Grammar,
  seed: number,
  first: number,
  steps: number,
  batch: number = BATCH,
  isAsked: (sentence: Sentence, i: number) => boolean = () => true,
): Batches {
  const length = lengthOf(grammar);
  const batches = emptyBatches(steps, batch, length);
  for (let step = 0; step < steps; step++) {
    const random = randomOf(seed, first + step);
    for (let b = 0; b < batch; b++) {
      const sentence = grammar.sample(random);
      const tokens = sentence.words.map((one) => grammar.tokenOf(one) as number);
      const start = (step * batch + b) * length;
      for (let i = 0; i + 1 < tokens.length; i++) {
        batches.tokens.data[start + i] = tokens[i] as number;
        batches.targets.data[start + i] = tokens[i + 1] as number;
        batches.counts.data[start + i] = isAsked(sentence, i) ? 1 : 0;
      }
    }
  }
  return batches;
}
