// SPDX-License-Identifier: MIT
// The experiments of all lessons and the links to their states, each lesson's loaded when it is asked for.
import type { Experiment } from '../lessons/experiment.ts';
import { type Fields, writeState } from '../state/fields.ts';

type State = Record<string, unknown>;

const experimentFiles = import.meta.glob<{ experiments: readonly Experiment<State>[] }>(
  '../lessons/*/experiments.ts',
);
const stateFiles = import.meta.glob<{ fields: Fields<State> }>('../lessons/*/state.ts');

function fileOf<T>(files: Record<string, () => Promise<T>>, path: string): Promise<T> {
  const load = files[path];
  if (load === undefined) throw new Error(`${path} is missing`);
  return load();
}

export const loadExperiments = async (lesson: string): Promise<readonly Experiment<unknown>[]> =>
  (await fileOf(experimentFiles, `../lessons/${lesson}/experiments.ts`))
    .experiments as readonly Experiment<unknown>[];

/** The link parameters of the states in which a lesson shows its experiments, by the experiments' ids. */
export async function loadLinks(lesson: string): Promise<ReadonlyMap<string, URLSearchParams>> {
  const [{ experiments }, { fields }] = await Promise.all([
    fileOf(experimentFiles, `../lessons/${lesson}/experiments.ts`),
    fileOf(stateFiles, `../lessons/${lesson}/state.ts`),
  ]);
  return new Map(experiments.map(({ id, state }) => [id, writeState(fields, state)]));
}
