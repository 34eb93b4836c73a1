// SPDX-License-Identifier: MIT
// The trainings on this device, which all figures of the page share: a scene shows the models that another has trained.
import { MODELS, type ModelName } from './training/repetition.ts';
import { TrainingRun } from './training/training-run.ts';

const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

/** The models of the scene about a list, and those that each leave out one more idea. */
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

/**
 * Calls back after each change. When nobody follows any more, the trainings stop.
 * @returns a function that ends this
 */
export function follow(onNews: () => void): () => void {
  listeners.add(onNews);
  return () => {
    listeners.delete(onNews);
    if (listeners.size > 0) return;
    first.release();
    others.release();
  };
}
