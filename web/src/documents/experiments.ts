// SPDX-License-Identifier: MIT
// The experiments of all lessons and the links to their states, loaded lesson by lesson on demand.
import type { Experiment } from '../lessons/experiment.ts';
import { type Fields, writeState } from '../state/fields.ts';

type State = Record<string, unknown>;

// Lessons with a stage have claims.ts and compute.ts, the others experiments.ts and state.ts.
const experimentFiles = import.meta.glob<{ experiments: readonly Experiment<State>[] }>(
  '../lessons/*/{claims,experiments}.ts',
);
const stateFiles = import.meta.glob<{ fields?: Fields<State> }>('../lessons/*/{compute,state}.ts');

/** Loads the file of a lesson that has one of two names. */
function loadEither<T>(
  files: Record<string, () => Promise<T>>,
  lesson: string,
  names: readonly [string, string],
): Promise<T> {
  const [load] = names.flatMap((name) => files[`../lessons/${lesson}/${name}.ts`] ?? []);
  return load === undefined ? Promise.reject(new Error(`${lesson} has no ${names[0]}.ts`)) : load();
}

const loadClaims = (lesson: string) =>
  loadEither(experimentFiles, lesson, ['claims', 'experiments']);

export const loadExperiments = async (lesson: string): Promise<readonly Experiment<unknown>[]> =>
  (await loadClaims(lesson)).experiments as readonly Experiment<unknown>[];

/** The link parameters of the states in which a lesson shows its experiments, by experiment id. */
export async function loadLinks(lesson: string): Promise<ReadonlyMap<string, URLSearchParams>> {
  const [{ experiments }, { fields }] = await Promise.all([
    loadClaims(lesson),
    loadEither(stateFiles, lesson, ['state', 'compute']),
  ]);
  if (fields === undefined) throw new Error(`${lesson} has no fields`);
  return new Map(experiments.map(({ id, state }) => [id, writeState(fields, state)]));
}
