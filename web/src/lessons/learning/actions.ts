// SPDX-License-Identifier: MIT
// What the buttons of the training change: the steps that the models are to have made.
import { DEFAULT_STEPS, MOST_STEPS, type State } from './state.ts';
import type { Learning } from './training/learning.ts';

type Steps = Pick<State, 'steps'>;

/** Steps that have been made; of two models, by the one that is ahead. */
export const stepsMade = ({ models }: Learning): number =>
  Math.max(0, ...models.map(({ steps }) => steps));

/** As many steps as the task takes, and as many again where these have been made. */
export function train({ task }: Pick<State, 'task'>, numbers: Learning): Steps {
  const [made, usual] = [stepsMade(numbers), DEFAULT_STEPS[task]];
  return { steps: Math.min(made < usual ? usual : made + usual, MOST_STEPS) };
}

export const pause = (numbers: Learning): Steps => ({ steps: stepsMade(numbers) });

export const step = (numbers: Learning): Steps => ({
  steps: Math.min(stepsMade(numbers) + 1, MOST_STEPS),
});

export const RESTART: Steps = { steps: 0 };
