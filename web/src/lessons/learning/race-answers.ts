// SPDX-License-Identifier: MIT
// Determines the correct answers to questions about two trained models from their shares of correct predictions.

/** A model has learned its task if its share of correct predictions is at least this. */
const LEARNED = 0.8;
/** Two shares count as equal if their difference is below this. */
const ALIKE = 0.05;

type Depth = 'both' | 'two' | 'neither';

/**
 * The answer to the question "one layer or two?", from the shares of the models with one and with two layers. It is
 * "neither" even if only the model with one layer has learned its task.
 */
export function depthOf(one: number, two: number): Depth {
  if (one >= LEARNED && two >= LEARNED) return 'both';
  return two >= LEARNED ? 'two' : 'neither';
}

type Harm = 'same' | 'some' | 'much' | 'better';

/**
 * The effect of changing an option, from the shares of correct predictions without the change and with it. "some" means
 * that at least half of the share remains.
 */
export function harmOf(without: number, switched: number): Harm {
  if (Math.abs(switched - without) < ALIKE) return 'same';
  if (switched > without) return 'better';
  return switched >= without / 2 ? 'some' : 'much';
}
