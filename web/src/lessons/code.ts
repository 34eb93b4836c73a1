// SPDX-License-Identifier: MIT
// Prepares the code that a lesson shows: inserts the current inputs into the programs, and selects the C++ code that
// just ran.
import type { Code, CodeLine, Token } from '*?excerpts';
import type { I18n } from '../i18n/i18n.ts';
import type { Computed } from './scene.ts';

/** A value that can replace a literal in a Python program: a number, a name or text, or a nested list of values. */
export type Literal = number | string | readonly Literal[];

/** A number, or a nested list of numbers: a vector, or the rows of a matrix. */
export type Result = number | readonly Result[];

/** Connects a lesson's programs with its state and its computed numbers. */
export interface LessonCode<State, Numbers> {
  /**
   * Returns a value for each comment `# input:` in the programs. For example, `d` replaces the number in the line
   * `d = 64  # input: d`. A value can depend on `numbers`, for programs that need the engine's random numbers.
   */
  inputs(state: State, numbers: Numbers): Readonly<Record<string, Literal>>;
  /**
   * Returns the expected results of the programs, by the names of the programs' variables. A value is undefined if
   * there is no result. The programs then compute NaN. The names are also the terms (`data-term`) by which code and
   * figure are highlighted together.
   */
  results(numbers: Numbers, state: State): Readonly<Record<string, Result | undefined>>;
  /** Returns the ids of the C++ excerpts that ran for this state, in order. */
  ran(state: State): readonly string[];
}

export interface Ran<State, Numbers> extends Computed<State, Numbers> {
  readonly i18n: I18n;
}

export const PROGRAMS = ['torch', 'numpy'] as const;

function literal(value: Literal, like: string): string {
  if (typeof value === 'number') return String(value);
  // In Python, a text such as "gaussian" needs its quotation marks; a name such as `np.float64` has none.
  if (typeof value === 'string') return like.startsWith('"') ? JSON.stringify(value) : value;
  return `[${value.map((one) => literal(one, like)).join(', ')}]`;
}

/**
 * Replaces the literals of a program that are inputs by the current values.
 * @throws Error if `inputs` lacks an input of the program
 */
export function withInputs(
  lines: readonly CodeLine[],
  inputs: Readonly<Record<string, Literal>>,
): CodeLine[] {
  const fill = (token: Token): Token => {
    const [text, kind, input] = token;
    if (input === undefined) return token;
    const value = inputs[input];
    if (value === undefined) throw new Error(`missing value for the input "${input}"`);
    return [literal(value, text), kind ?? ''];
  };
  return lines.map((line) =>
    line.tokens.some((token) => token.length === 3)
      ? { ...line, tokens: line.tokens.map(fill) }
      : line,
  );
}

/**
 * Returns the excerpts with these ids, in this order.
 * @throws Error for an unknown id
 */
export const excerptsOf = ({ cpp }: Code, ids: readonly string[]): Code['cpp'] =>
  ids.map((id) => {
    const found = cpp.find((excerpt) => excerpt.id === id);
    if (found === undefined) throw new Error(`unknown excerpt "${id}"`);
    return found;
  });

/** All numbers of a result as one list, row by row. */
export const flat = (result: Result): readonly number[] =>
  typeof result === 'number' ? [result] : result.flatMap(flat);
