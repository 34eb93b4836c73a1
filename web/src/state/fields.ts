// SPDX-License-Identifier: MIT
// A lesson's state as text in a link, and back. Links come from anywhere: whatever they hold, reading
// gives a usable state and a list of what had to be changed.

/** Something in a link that could not be taken as it was. */
export interface Problem {
  /** The state's field, or `version` for the link as a whole. */
  field: string;
  kind:
    | 'not-a-number'
    | 'out-of-range'
    | 'unknown-option'
    | 'too-many'
    | 'too-few'
    | 'without-partner'
    | 'empty'
    | 'too-long'
    | 'other-version';
  got: string;
  used: string;
}

/** What a value was read as; `problem` says why it is not what the text said. */
export interface Reading<T> {
  value: T;
  problem?: Problem['kind'];
}

/** One entry of a state: its default, and its form in a link. */
export interface Field<T> {
  readonly initial: T;
  read(text: string): Reading<T>;
  write(value: T): string;
}

export type Fields<State> = { readonly [Name in keyof State]: Field<State[Name]> };

export interface Range {
  readonly min: number;
  readonly max: number;
}

const LONGEST_SHOWN = 40;

/** A text from a link, or for a notice, no longer than a reader wants to see. */
export const shortened = (text: string): string =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text;

function readNumber(text: string, { min, max }: Range, initial: number): Reading<number> {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(number)) return { value: initial, problem: 'not-a-number' };
  const value = Math.min(Math.max(number, min), max);
  return value === number ? { value } : { value, problem: 'out-of-range' };
}

/** A finite number within `range`. */
export function numberField(initial: number, range: Range): Field<number> {
  return { initial, read: (text) => readNumber(text, range, initial), write: String };
}

/** One of a few names. */
export function choiceField<T extends string>(initial: T, options: readonly T[]): Field<T> {
  return {
    initial,
    read: (text) => {
      const value = options.find((option) => option === text);
      return value === undefined ? { value: initial, problem: 'unknown-option' } : { value };
    },
    write: (value) => value,
  };
}

/** A list of numbers within `range`, at least one and at most `longest`. */
export function numbersField(
  initial: readonly number[],
  range: Range,
  longest: number,
): Field<readonly number[]> {
  return {
    initial,
    read: (text) => {
      const parts = text.split(',', longest + 1);
      const readings = parts.slice(0, longest).map((part) => readNumber(part, range, Number.NaN));
      const problems = readings.flatMap((reading) => reading.problem ?? []);
      const unreadable = problems.find((problem) => problem === 'not-a-number');
      if (unreadable !== undefined) return { value: initial, problem: unreadable };
      const value = readings.map((reading) => reading.value);
      if (parts.length > longest) return { value, problem: 'too-many' };
      const [problem] = problems;
      return problem === undefined ? { value } : { value, problem };
    },
    write: (value) => value.join(','),
  };
}

/** A list of so many numbers as `initial` has; one that is too short says too little to be used. */
export function listField(initial: readonly number[], range: Range): Field<readonly number[]> {
  const list = numbersField(initial, range, initial.length);
  return {
    ...list,
    read(text) {
      const reading = list.read(text);
      const isWhole = reading.value.length === initial.length;
      return isWhole ? reading : { value: initial, problem: 'too-few' };
    },
  };
}

const VERSION = '1';

/** The state that holds every field's default. */
export function initialState<State>(fields: Fields<State>): State {
  const entries = Object.entries(fields) as [keyof State, Field<unknown>][];
  return Object.freeze(
    Object.fromEntries(entries.map(([name, field]) => [name, field.initial])),
  ) as State;
}

/** A state as link parameters, every field written out, so that later defaults change no old link. */
export function writeState<State>(fields: Fields<State>, state: State): URLSearchParams {
  const params = new URLSearchParams({ v: VERSION });
  for (const [name, field] of Object.entries(fields) as [keyof State & string, Field<unknown>][]) {
    params.set(name, field.write(state[name]));
  }
  return params;
}

/** Reads link parameters into a state; what is missing takes its default, and unknown names are left. */
export function readState<State>(
  fields: Fields<State>,
  params: URLSearchParams,
): { state: State; problems: Problem[] } {
  const problems: Problem[] = [];
  const version = params.get('v');
  if (version !== null && version !== VERSION) {
    problems.push({
      field: 'version',
      kind: 'other-version',
      got: shortened(version),
      used: VERSION,
    });
  }
  const entries = (Object.entries(fields) as [string, Field<unknown>][]).map(([name, field]) => {
    const text = params.get(name);
    if (text === null) return [name, field.initial];
    const { value, problem } = field.read(text);
    if (problem !== undefined) {
      const used = shortened(field.write(value));
      problems.push({ field: name, kind: problem, got: shortened(text), used });
    }
    return [name, value];
  });
  return { state: Object.freeze(Object.fromEntries(entries)) as State, problems };
}
