// SPDX-License-Identifier: MIT
// The programs that the lessons show, run by Python, against the engine's numbers.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findPython } from '../../../tools/setup/python.mjs';
import { compileCode } from '../../../web/build/compile-code.ts';
import { codeText } from '../../../web/src/components/code-text.ts';
import { createEngine, type Engine } from '../../../web/src/engine/index.ts';
import {
  flat,
  type LessonCode,
  type PROGRAMS,
  type Result,
  withInputs,
} from '../../../web/src/lessons/code.ts';
import { lessons } from '../../../web/src/lessons/registry.ts';
import { initialState } from '../../../web/src/state/fields.ts';
import { partsOf as lessonParts } from '../lessons.ts';

type State = Readonly<Record<string, unknown>>;
export type Program = (typeof PROGRAMS)[number];

const LESSONS = '../../../web/src/lessons';

/** Changes to a lesson's initial state, for branches of its programs that no experiment takes. */
const MORE: Readonly<Record<string, readonly State[]>> = {
  masking: [
    { lens: [0, 0, 0, 0, 0], emptyRow: 'zeros' },
    { lens: [0, 2, 4, 1, 5], treatment: 'infinity' },
    { lensKind: 'one', causal: 'on', convention: 'hide', emptyRow: 'nan' },
  ],
  scoring: [{ biased: 'with', flip: 'both', sigma: 0.7 }],
  similarity: [{ measure: 'cosine', words: [1, 2, 3, 4, 5, 6, 7, 8, 9], hidden: 2 }],
};

export interface Parts {
  readonly code: LessonCode<State, unknown>;
  readonly compute: (state: State, engine: Engine) => unknown;
  /** The initial state, those in which the reader sees what the experiments measure, and what `MORE` makes of the initial one. */
  readonly states: readonly State[];
}

export async function partsOf(lesson: string): Promise<Parts> {
  const { fields, experiments, code, compute } = await lessonParts(lesson);
  const initial = initialState(fields);
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
 * Both round on their way through exp and sums: relative to the number, and, where 1 − p has cancelled, to the 1 that it
 * came from; an eigenvalue of 0 is as far off as one of 10 beside it.
 */
const TOLERANCES = {
  float64: { relative: 1e-12, absolute: 2 ** -48 },
  float32: { relative: 2e-6, absolute: 2 ** -22 },
} as const;
type Precision = keyof typeof TOLERANCES;

type Plain = number | string | readonly Plain[];

/** Python says NaN and the infinities as words. */
const numbersOf = (plain: Plain): number[] =>
  Array.isArray(plain)
    ? plain.flatMap(numbersOf)
    : [plain === 'nan' ? Number.NaN : Number(String(plain).replace('inf', 'Infinity'))];

const agree = (a: number, b: number, { relative, absolute }: (typeof TOLERANCES)[Precision]) =>
  Object.is(a, b) || a === b || Math.abs(a - b) <= relative * Math.abs(b) + absolute;

/**
 * Runs a lesson's program for all its states as the page shows it.
 * @param only  changes the initial state, and that alone is looked at
 * @returns what differs from the engine's numbers, and how many numbers were compared
 * @throws Error where there is no Python with the module, or a program fails
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
  const numbers = cases.map(({ state }) => compute(state, engine));
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

/** Compares the program of every lesson, and tells. @returns whether all numbers agree */
export async function compareLessons(program: Program, tell: (line: string) => void) {
  const engine = await createEngine();
  let isSame = true;
  for (const { id } of lessons) {
    const { differences, compared } = await compareProgram(id, program, engine);
    tell(`${id}: ${compared} numbers compared, ${differences.length} results differ`);
    for (const difference of differences) tell(`  ${difference}`);
    isSame &&= differences.length === 0;
  }
  return isSame;
}
