// SPDX-License-Identifier: MIT
// A lesson's code as the page shows it: with the present numbers in it, and only what has just run.
import type { Code, CodeLine, Token } from '*?excerpts';

/** What can stand in a program in the place of a literal. */
export type Literal = number | string | readonly Literal[];

/** A number, a vector, or a matrix row by row. */
export type Result = number | readonly Result[];

/** How a lesson's code goes with its state and its numbers. */
export interface LessonCode<State, Numbers> {
  /** For each `# input:` of its programs; numbers where a program begins with what the engine drew. */
  inputs(state: State, numbers: Numbers): Readonly<Record<string, Literal>>;
  /**
   * What the programs compute, under the names of their variables; undefined where there is nothing, and the programs say NaN.
   * The names are the terms that light up together.
   */
  results(numbers: Numbers, state: State): Readonly<Record<string, Result | undefined>>;
  /** The ids of the excerpts that have just run, in their order. */
  ran(state: State): readonly string[];
}

/** Which of a lesson's programs there are. */
export const PROGRAMS = ['torch', 'numpy'] as const;

function literal(value: Literal, like: string): string {
  if (typeof value === 'number') return String(value);
  // `np.float64` and "gaussian": what stands there says whether it is quoted.
  if (typeof value === 'string') return like.startsWith('"') ? JSON.stringify(value) : value;
  return `[${value.map((one) => literal(one, like)).join(', ')}]`;
}

/**
 * A program with the page's own inputs in it.
 * @throws Error for an input of the program that is not given
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
 * The excerpts of the library that are named, in this order.
 * @throws Error for one that does not exist
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
