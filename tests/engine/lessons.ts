// SPDX-License-Identifier: MIT
// Loads the modules of every lesson from the lesson's folder.
import type { Engine } from '../../web/src/engine/index.ts';
import type { LessonCode } from '../../web/src/lessons/code.ts';
import {
  type Experiment,
  type Measurement,
  UNWATCHED,
  verdictOf,
} from '../../web/src/lessons/experiment.ts';
import type { Fields } from '../../web/src/state/fields.ts';

type State = Readonly<Record<string, unknown>>;

/** All exports of the modules in a lesson's folder. */
interface Exports {
  readonly experiments: readonly Experiment<State>[];
  readonly fields: Fields<State>;
  /** The inputs with which a page Verify begins. Undefined if the fields define them. */
  readonly EXAMPLE?: State;
  readonly code: LessonCode<State, unknown>;
  readonly compute: (state: State, engine: Engine) => unknown;
}

const files = import.meta.glob<Partial<Exports>>(
  '../../web/src/lessons/*/{claims,code,compute,state}.ts',
);

/** The parts of a lesson that its page Verify uses: experiments, the example, `compute` and its programs. */
export async function partsOf(lesson: string): Promise<Exports> {
  const own = Object.keys(files).filter((path) => path.includes(`/lessons/${lesson}/`));
  return Object.assign({}, ...(await Promise.all(own.map((path) => files[path]?.()))));
}

export async function measure<State>(
  experiment: Experiment<State>,
  engine: Engine,
): Promise<readonly Measurement[]> {
  const found = await experiment.measure(engine, UNWATCHED);
  if (found === undefined) throw new Error(`${experiment.id} gave nothing`);
  return found;
}

/** Measures every experiment of a lesson once. */
export async function measureAll<State>(experiments: readonly Experiment<State>[], engine: Engine) {
  const found = new Map<string, readonly Measurement[]>();
  for (const experiment of experiments) found.set(experiment.id, await measure(experiment, engine));
  return {
    /** The computed value of the measurement `row` of experiment `id`. */
    measured: (id: string, row: string): number => {
      const one = found.get(id)?.find((measurement) => measurement.id === row);
      if (one === undefined) throw new Error(`no row ${row} in an experiment ${id}`);
      return one.computed;
    },
    /** The verdict of each experiment, by id. */
    verdicts: Object.fromEntries([...found].map(([id, rows]) => [id, verdictOf(rows)])),
  };
}
