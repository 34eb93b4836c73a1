// SPDX-License-Identifier: MIT
// A lesson's code with the current numbers, limited to the code that just ran.
import type { Code, CodeLine, Token } from '*?excerpts';

/** A value that can replace a literal in a program. */
export type Literal = number | string | readonly Literal[];

/** A number, a vector, or a matrix as rows. */
export type Result = number | readonly Result[];

/** Connects a lesson's programs with its state and its numbers. */
export interface LessonCode<State, Numbers> {
  /** A value for each `# input:` of the programs. A program may start with numbers that the engine drew. */
  inputs(state: State, numbers: Numbers): Readonly<Record<string, Literal>>;
  /**
   * The results of the programs, by variable name. Undefined if there is no result; the programs then compute NaN. The
   * names are the terms that are highlighted together.
   */
  results(numbers: Numbers, state: State): Readonly<Record<string, Result | undefined>>;
  /** The ids of the excerpts that just ran, in order. */
  ran(state: State): readonly string[];
}

/** The languages of a lesson's programs. */
export const PROGRAMS = ['torch', 'numpy'] as const;

function literal(value: Literal, like: string): string {
  if (typeof value === 'number') return String(value);
  // A string such as "gaussian" keeps its quotes; a name such as `np.float64` has none.
  if (typeof value === 'string') return like.startsWith('"') ? JSON.stringify(value) : value;
  return `[${value.map((one) => literal(one, like)).join(', ')}]`;
}

/**
 * Inserts the page's inputs into a program.
 * @throws Error if an input of the program is missing
 */
export function withInputs(
  lines: readonly CodeLine[],
  inputs: Readonly<Record<string, Literal>>,
): CodeLine[] {
  const fill = (token: Token): Token => {
    const [text, kind, input] = token;
    if (input === undefined) return token;
    const value = inputs[input];
    if (value === undefined) throw new Error(`no input "${input}"`);
    return [literal(value, text), kind ?? ''];
  };
  return lines.map((line) =>
    line.tokens.some((token) => token.length === 3)
      ? { ...line, tokens: line.tokens.map(fill) }
      : line,
  );
}

/**
 * The excerpts with these ids, in this order.
 * @throws Error for an unknown id
 */
export const excerptsOf = ({ cpp }: Code, ids: readonly string[]): Code['cpp'] =>
  ids.map((id) => {
    const found = cpp.find((excerpt) => excerpt.id === id);
    if (found === undefined) throw new Error(`no excerpt "${id}"`);
    return found;
  });

/** All numbers of a result, row by row. */
export const flat = (result: Result): readonly number[] =>
  typeof result === 'number' ? [result] : result.flatMap(flat);
