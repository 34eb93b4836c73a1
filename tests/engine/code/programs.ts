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
  /**
   * The initial state, the state of each experiment, and the initial state with each change in
   * `MORE`.
   */
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

/**
 * Runs a lesson's program, as the page shows it, in each of `Parts.states`, and compares its numbers with the engine's.
 * @param only  changes to the initial state; only this state is compared
 * @returns the differences from the engine's numbers, and how many numbers were compared
 * @throws Error if no installed Python has the library that the program needs, or if a program fails
 */
export async function compareProgram(
  lesson: string,
  program: Program,
  engine: Engine,
  only?: State,
) {
  const { code, compute, ...parts } = await partsOf(lesson);
  const states = only ? [{ ...parts.states[0], ...only }] : parts.states;
  const lines = codeOf(lesson)[program];
  const cases = [
    ...states.map((state) => ({ state: { ...state, precision: 'float64' }, precision: 'float64' })),
    { state: { ...states[0], precision: 'float32' }, precision: 'float32' },
  ] as { state: State; precision: Precision }[];
  const numbers = await Promise.all(cases.map(({ state }) => compute(state, engine)));
  const inputs = cases.map(({ state }, i) => code.inputs(state, numbers[i]));
  const expected = cases.map(({ state }, i) => code.results(numbers[i], state));
  const programs = inputs.map((given, i) => ({
    source: codeText([{ lines: withInputs(lines, given) }]),
    names: Object.keys(expected[i] ?? {}),
  }));
  const found = runPython(program, programs);
  let compared = 0;
  const differences = expected.flatMap((results, i) =>
    Object.entries(results).flatMap(([name, result]: [string, Result | undefined]) => {
      const theirs = numbersOf(found[i]?.[name] ?? []);
      const ours = result === undefined ? theirs.map(() => Number.NaN) : flat(result);
      const { precision } = cases[i] as { precision: Precision };
      compared += ours.length;
      const isSame =
        ours.length === theirs.length &&
        theirs.every((x, j) => agree(x, ours[j] as number, TOLERANCES[precision]));
      return isSame
        ? []
        : [
            `${lesson}, ${program}: ${name} is ${theirs}, the library has ${ours}, for ${JSON.stringify(inputs[i])}`,
          ];
    }),
  );
  return { differences, compared };
}

function runPython(
  module: string,
  programs: readonly { source: string; names: readonly string[] }[],
): Record<string, Plain>[] {
  const python = findPython(module);
  if (python === undefined)
    throw new Error(`no Python 3 with ${module}: on Debian, apt-get install python3-${module}`);
  const script = fileURLToPath(new URL('run.py', import.meta.url));
  const input = JSON.stringify(programs);
  const { status, stdout, stderr } = spawnSync(python, [script], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/**
 * Compares the program of every lesson and reports the results through `tell`.
 * @returns whether all numbers agree
 */
export async function compareLessons(program: Program, tell: (line: string) => void) {
  const engine = await createEngine();
  let isSame = true;
  for (const { id } of verifiedLessons) {
    const { differences, compared } = await compareProgram(id, program, engine);
    tell(`${id}: ${compared} numbers compared, ${differences.length} results differ`);
    for (const difference of differences) tell(`  ${difference}`);
    isSame &&= differences.length === 0;
  }
  return isSame;
}
