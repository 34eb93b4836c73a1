// SPDX-License-Identifier: MIT
// Runs the lessons' programs in Python and compares their results with the engine's.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findPython } from '../../../tools/setup/python.mjs';
import { compileCode } from '../../../web/build/code.ts';
import { codeText } from '../../../web/src/components/code-text.ts';
import { createEngine, type Engine } from '../../../web/src/engine/node.ts';
import {
  flat,
  type LessonCode,
  type PROGRAMS,
  type Result,
  withInputs,
} from '../../../web/src/lessons/code.ts';
import { verifiedLessons } from '../../../web/src/lessons/registry.ts';
import { initialState } from '../../../web/src/state/fields.ts';
import { partsOf as lessonParts } from '../lessons.ts';

type State = Readonly<Record<string, unknown>>;
export type Program = (typeof PROGRAMS)[number];

const LESSONS = '../../../web/src/lessons';

/**
 * Changes to a lesson's initial state, for branches of the lesson's programs that run neither in the initial state nor
 * in the state of an experiment.
 */
const MORE: Readonly<Record<string, readonly State[]>> = {
  masking: [
    { lens: [0, 0, 0, 0, 0], treatment: 'exclude', emptyRow: 'zeros' },
    { lens: [0, 2, 4, 1, 5], treatment: 'infinity' },
    {
      lens: [3, 3, 3, 3, 3],
      causal: 'on',
      convention: 'hide',
      treatment: 'exclude',
      emptyRow: 'nan',
    },
  ],
  scoring: [{ biased: 'with', flip: 'both', sigma: 0.7 }],
  similarity: [{ measure: 'cosine', words: [1, 2, 3, 4, 5, 6, 7, 8, 9], hidden: 2 }],
};

export interface Parts {
  readonly code: LessonCode<State, unknown>;
  readonly compute: (state: State, engine: Engine) => unknown;
  /** The initial state, the state of each experiment, and the initial state with each change in `MORE`. */
  readonly states: readonly State[];
}

export async function partsOf(lesson: string): Promise<Parts> {
  const { fields, EXAMPLE, experiments, code, compute } = await lessonParts(lesson);
  const initial = EXAMPLE ?? initialState(fields);
  return {
    code,
    compute,
    states: [
      initial,
      ...experiments.map(({ state }) => state),
      ...(MORE[lesson] ?? []).map((change) => ({ ...initial, ...change })),
    ],
  };
}

export const codeOf = (lesson: string) =>
  compileCode(fileURLToPath(new URL(`${LESSONS}/${lesson}/code`, import.meta.url)));

/**
 * The tolerances for the rounding errors of exp and of sums in Python and in the engine. `relative` is relative to the
 * number. `absolute` is for small numbers that result from cancellation, such as 1 − p or an eigenvalue of 0.
 */
const TOLERANCES = {
  float64: { relative: 1e-12, absolute: 2 ** -48 },
  float32: { relative: 2e-6, absolute: 2 ** -22 },
} as const;
type Precision = keyof typeof TOLERANCES;

type Plain = number | string | readonly Plain[];

/** Converts a result of run.py, which writes NaN and the infinities as strings. */
const numbersOf = (plain: Plain): number[] =>
  Array.isArray(plain)
    ? plain.flatMap(numbersOf)
    : [plain === 'nan' ? Number.NaN : Number(String(plain).replace('inf', 'Infinity'))];

const agree = (a: number, b: number, { relative, absolute }: (typeof TOLERANCES)[Precision]) =>
  Object.is(a, b) || a === b || Math.abs(a - b) <= relative * Math.abs(b) + absolute;

/** A lesson whose program is compared in each of `Parts.states`, or in the initial state with the changes `only`. */
export interface Compared {
  readonly lesson: string;
  readonly only?: State;
}

/**
 * Runs programs of lessons, as the page shows them, in one process, and compares their numbers with the engine's.
 * @returns for each lesson: the differences from the engine's numbers, and how many numbers were compared
 * @throws Error if no installed Python has the library that the programs need, or if a program fails
 */
export async function comparePrograms(
  all: readonly Compared[],
  program: Program,
  engine: Engine,
): Promise<{ differences: string[]; compared: number }[]> {
  const cases = (await Promise.all(all.map((one) => casesOf(one, program, engine)))).flat();
  const found = runPython(program, cases);
  return all.map((one) => {
    let compared = 0;
    const differences = cases.flatMap(({ of, inputs, expected, precision }, i) =>
      Object.entries(of === one ? expected : {}).flatMap(([name, result]) => {
        const theirs = numbersOf(found[i]?.[name] ?? []);
        const ours = result === undefined ? theirs.map(() => Number.NaN) : flat(result);
        compared += ours.length;
        const isSame =
          ours.length === theirs.length &&
          theirs.every((x, j) => agree(x, ours[j] as number, TOLERANCES[precision]));
        const difference = `${name} is ${theirs}, the library has ${ours}, for ${JSON.stringify(inputs)}`;
        return isSame ? [] : [`${one.lesson}, ${program}: ${difference}`];
      }),
    );
    return { differences, compared };
  });
}

async function casesOf(of: Compared, program: Program, engine: Engine) {
  const { code, compute, ...parts } = await partsOf(of.lesson);
  const states = of.only ? [{ ...parts.states[0], ...of.only }] : parts.states;
  const lines = codeOf(of.lesson)[program];
  const runs = [
    ...states.map((state) => ({ state, precision: 'float64' as const })),
    { state: states[0], precision: 'float32' as const },
  ];
  return Promise.all(
    runs.map(async ({ state, precision }) => {
      const whole: State = { ...state, precision };
      const numbers = await compute(whole, engine);
      const inputs = code.inputs(whole, numbers);
      const expected: Record<string, Result | undefined> = code.results(numbers, whole);
      const source = codeText([{ lines: withInputs(lines, inputs) }]);
      return { of, inputs, expected, precision, source, names: Object.keys(expected) };
    }),
  );
}

function runPython(
  module: string,
  programs: readonly { source: string; names: readonly string[] }[],
): Record<string, Plain>[] {
  const python = findPython(module);
  if (python === undefined)
    throw new Error(`no Python 3 with ${module}: on Debian, apt-get install python3-${module}`);
  const script = fileURLToPath(new URL('run.py', import.meta.url));
  const input = JSON.stringify(programs.map(({ source, names }) => ({ source, names })));
  const { status, stdout, stderr } = spawnSync(python, [script], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

export async function compareLessons(program: Program, tell: (line: string) => void) {
  const all = verifiedLessons.map(({ id }) => ({ lesson: id }));
  const found = await comparePrograms(all, program, await createEngine());
  for (const [i, { differences, compared }] of found.entries()) {
    tell(`${all[i]?.lesson}: ${compared} numbers compared, ${differences.length} results differ`);
    for (const difference of differences) tell(`  ${difference}`);
  }
  return found.every(({ differences }) => differences.length === 0);
}
