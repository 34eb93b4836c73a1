// SPDX-License-Identifier: MIT
import { repetition } from './tasks/repetition.ts';
import { sentences } from './tasks/sentences.ts';
import type { SequenceTask } from './tasks/task.ts';

export { LETTERS, POINTING_WIDTH, TARGETS, TIED_BOUNDS } from './tasks/pointing.ts';
export type { Example, SequenceTask } from './tasks/task.ts';

/** @param language  of the sentences, as a BCP 47 tag */
export const sequenceTask = (task: 'repetition' | 'sentences', language: string): SequenceTask =>
  task === 'repetition' ? repetition : sentences(language);
