// SPDX-License-Identifier: MIT
// The trainings on this device. All figures of the page share the trained models.
import { newListeners } from '../listeners.ts';
import { MODELS, type ModelName } from './training/repetition.ts';
import { TrainingRun } from './training/training-run.ts';

const listeners = newListeners(() => {
  first.release();
  others.release();
});
/** Trainings stop when the last listener is removed. */
export const { follow } = listeners;

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
    listeners.tell,
  );

/** Nothing is trained before the reader starts a run. */
export const first = runOf(FIRST);
export const others = runOf(OTHERS);
