// SPDX-License-Identifier: MIT
// What two trained models answer, by their shares of right answers.

/** A model that is right this often has learned the task. */
const LEARNED = 0.8;
/** Shares closer than this read alike. */
const ALIKE = 0.05;

type Depth = 'both' | 'two' | 'neither';

/** Which models have learned to repeat: the answer to "one layer or two?". */
export function depthOf(one: number, two: number): Depth {
  if (one >= LEARNED && two >= LEARNED) return 'both';
  return two >= LEARNED ? 'two' : 'neither';
}

type Harm = 'same' | 'some' | 'much' | 'better';

/** What a switch costs, by the shares that are right without and with it. */
export function harmOf(without: number, switched: number): Harm {
  if (Math.abs(switched - without) < ALIKE) return 'same';
  if (switched > without) return 'better';
  return switched >= without / 2 ? 'some' : 'much';
}
