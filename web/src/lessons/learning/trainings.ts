// SPDX-License-Identifier: MIT
// The trainings on this device. All figures of the page share the trained models.
import { MODELS, type ModelName } from './training/repetition.ts';
import { TrainingRun } from './training/training-run.ts';

const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

/** `FIRST`: the models of the scene about a list. `OTHERS`: further models of the scene about accuracy. */
export const FIRST = ['whole', 'layer'] as const satisfies readonly ModelName[];
export const OTHERS = [
  'matrices',
  'positions',
  'mask',
  'heads',
  'scale',
] as const satisfies readonly ModelName[];

const runOf = (names: readonly ModelName[]) =>
  new TrainingRun(
    names.map((name) => MODELS[name]),
    tell,
  );

/** Nothing is trained before the reader starts a run. */
export const first = runOf(FIRST);
export const others = runOf(OTHERS);

/** Subscribes to changes. Trainings stop when the last listener is removed. @returns a function that unsubscribes */
export function follow(onNews: () => void): () => void {
  listeners.add(onNews);
  return () => {
    listeners.delete(onNews);
    if (listeners.size > 0) return;
    first.release();
    others.release();
  };
}
