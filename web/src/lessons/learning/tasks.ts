// SPDX-License-Identifier: MIT
import { repetition } from './tasks/repetition.ts';
import { sentences } from './tasks/sentences.ts';
import type { SequenceTask } from './tasks/task.ts';

export { LETTERS, POINTING_WIDTH, TARGETS, TIED_BOUNDS } from './tasks/pointing.ts';
export type { Example, SequenceTask } from './tasks/task.ts';

/**
 * The task with this name.
 * @param language  BCP 47 tag of the language of the sentences
 */
export const sequenceTask = (task: 'repetition' | 'sentences', language: string): SequenceTask =>
  task === 'repetition' ? repetition : sentences(language);
