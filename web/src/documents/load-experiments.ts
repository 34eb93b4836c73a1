// SPDX-License-Identifier: MIT
// Imports the experiments of a lesson on demand, and creates links to the states in which the lesson shows them.
import { loadFile } from '../i18n/load-file.ts';
import type { Experiment } from '../lessons/experiment.ts';
import { type Fields, writeState } from '../state/fields.ts';

type State = Record<string, unknown>;

const claimFiles = import.meta.glob<{ experiments: readonly Experiment<State>[] }>(
  '../lessons/*/claims.ts',
);
// A lesson defines the fields of its state in state.ts if there are many, otherwise in compute.ts.
const stateFiles = import.meta.glob<{ fields?: Fields<State> }>('../lessons/*/{compute,state}.ts');

const loadClaims = (lesson: string) => loadFile(claimFiles, `../lessons/${lesson}/claims.ts`);

function loadState(lesson: string): Promise<{ fields?: Fields<State> }> {
  const own = `../lessons/${lesson}/state.ts`;
  return loadFile(stateFiles, own in stateFiles ? own : `../lessons/${lesson}/compute.ts`);
}

export const loadExperiments = async (lesson: string): Promise<readonly Experiment<unknown>[]> =>
  (await loadClaims(lesson)).experiments as readonly Experiment<unknown>[];

/** For each experiment of a lesson, by id, the link parameters of the state in which the lesson shows it. */
export async function loadLinks(lesson: string): Promise<ReadonlyMap<string, URLSearchParams>> {
  const [{ experiments }, { fields }] = await Promise.all([loadClaims(lesson), loadState(lesson)]);
  if (fields === undefined) throw new Error(`${lesson} has no fields`);
  return new Map(experiments.map(({ id, state }) => [id, writeState(fields, state)]));
}
