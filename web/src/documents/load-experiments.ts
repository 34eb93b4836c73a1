// SPDX-License-Identifier: MIT
import { loadFile } from '../i18n/load-file.ts';
import type { Experiment } from '../lessons/experiment.ts';

const files = import.meta.glob<{ experiments: readonly Experiment<unknown>[] }>(
  '../lessons/*/claims.ts',
);

/** Imports the experiments of a lesson. */
export const loadExperiments = async (lesson: string): Promise<readonly Experiment<unknown>[]> =>
  (await loadFile(files, `../lessons/${lesson}/claims.ts`)).experiments;
