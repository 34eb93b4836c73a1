// SPDX-License-Identifier: MIT
// What the tests of all lessons ask of their experiments.
import type { Engine } from '../../web/src/engine/index.ts';
import {
  type Experiment,
  type Measurement,
  UNWATCHED,
  verdictOf,
} from '../../web/src/lessons/experiment.ts';

/** All measurements of an experiment. */
export async function measure<State>(
  experiment: Experiment<State>,
  engine: Engine,
): Promise<readonly Measurement[]> {
  const found = await experiment.measure(engine, UNWATCHED);
  if (found === undefined) throw new Error(`${experiment.id} gave nothing`);
  return found;
}

/** Measures every experiment of a lesson, once. */
export async function measureAll<State>(experiments: readonly Experiment<State>[], engine: Engine) {
  const found = new Map<string, readonly Measurement[]>();
  for (const experiment of experiments) found.set(experiment.id, await measure(experiment, engine));
  return {
    /** What was computed in the row of an experiment. */
    measured: (id: string, row: string): number => {
      const one = found.get(id)?.find((measurement) => measurement.id === row);
      if (one === undefined) throw new Error(`no row ${row} in an experiment ${id}`);
      return one.computed;
    },
    /** Every experiment's verdict. */
    verdicts: Object.fromEntries([...found].map(([id, rows]) => [id, verdictOf(rows)])),
  };
}
