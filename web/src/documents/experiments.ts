// SPDX-License-Identifier: MIT
// The experiments of all lessons and the links to their states, each lesson's loaded when it is asked for.
import { loadFile } from '../i18n/load-file.ts';
import type { Experiment } from '../lessons/experiment.ts';
import { type Fields, writeState } from '../state/fields.ts';

type State = Record<string, unknown>;

const experimentFiles = import.meta.glob<{ experiments: readonly Experiment<State>[] }>(
  '../lessons/*/experiments.ts',
);
const stateFiles = import.meta.glob<{ fields: Fields<State> }>('../lessons/*/state.ts');

export const loadExperiments = async (lesson: string): Promise<readonly Experiment<unknown>[]> =>
  (await loadFile(experimentFiles, `../lessons/${lesson}/experiments.ts`))
    .experiments as readonly Experiment<unknown>[];

/** The link parameters of the states in which a lesson shows its experiments, by the experiments' ids. */
export async function loadLinks(lesson: string): Promise<ReadonlyMap<string, URLSearchParams>> {
  const [{ experiments }, { fields }] = await Promise.all([
    loadFile(experimentFiles, `../lessons/${lesson}/experiments.ts`),
    loadFile(stateFiles, `../lessons/${lesson}/state.ts`),
  ]);
  return new Map(experiments.map(({ id, state }) => [id, writeState(fields, state)]));
}
