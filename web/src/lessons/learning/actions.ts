// SPDX-License-Identifier: MIT
// Changes the state's `steps`, the target number of training steps, when the reader presses a training button.
import { DEFAULT_STEPS, MOST_STEPS, type State } from './state.ts';
import type { Learning } from './training/learning.ts';

type Steps = Pick<State, 'steps'>;

/** The number of training steps that the models have made. It is the same for both models of a comparison. */
export const stepsMade = ({ models }: Learning): number =>
  Math.max(0, ...models.map(({ steps }) => steps));

/**
 * The target number of steps after a press of "Train": the task's default number of steps, or, if these have already
 * been made, that many more than now. It is at most `MOST_STEPS`.
 */
export function train({ task }: Pick<State, 'task'>, numbers: Learning): Steps {
  const [made, usual] = [stepsMade(numbers), DEFAULT_STEPS[task]];
  return { steps: Math.min(made < usual ? usual : made + usual, MOST_STEPS) };
}

export const pause = (numbers: Learning): Steps => ({ steps: stepsMade(numbers) });

export const step = (numbers: Learning): Steps => ({
  steps: Math.min(stepsMade(numbers) + 1, MOST_STEPS),
});

export const RESTART: Steps = { steps: 0 };
