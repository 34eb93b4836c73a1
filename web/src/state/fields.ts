// SPDX-License-Identifier: MIT
// Converts a lesson's state to link parameters and back. Links are untrusted: any parameters give a usable state, and a
// list of the values that were changed.

/** A value of a link that was not usable as it was. */
export interface Problem {
  /** A field of the state, or `version` for the link as a whole. */
  field: string;
  kind:
    | 'not-a-number'
    | 'out-of-range'
    | 'not-whole'
    | 'adjusted'
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

/** A parsed value. `problem` is set if it differs from the text. */
export interface Reading<T> {
  value: T;
  problem?: Problem['kind'];
}

/** One entry of a state: its default, its form in a link, its range, and its interpolation. */
export interface Field<T> {
  readonly initial: T;
  read(text: string): Reading<T>;
  write(value: T): string;
  /** The nearest valid value. */
  within(value: T): T;
  /** The value at `part` from 0 to 1 between two values. A choice has no intermediate values. */
  between(from: T, to: T, part: number): T;
  /** The control for the field; undefined if the lesson draws its own. */
  readonly control: NumberControl | ChoiceControl<string> | undefined;
}

export interface NumberControl {
  readonly kind: 'number';
  readonly range: Range;
  readonly settings: NumberSettings;
}

export interface ChoiceControl<T> {
  readonly kind: 'choice';
  readonly options: readonly T[];
}

export interface NumberSettings {
  readonly integer?: boolean;
  readonly scale?: 'linear' | 'log';
  readonly step?: number;
  /** The values of the slider, if they are not evenly spaced. */
  readonly stops?: readonly number[];
  /** The field is a random seed. Its control is a box with a button for the next seed. */
  readonly seed?: boolean;
  /** Catalogue key of the unit. */
  readonly unit?: string;
}

/** For fields with whole numbers. */
export const WHOLE: NumberSettings = { integer: true };

export type Fields<State> = { readonly [Name in keyof State]: Field<State[Name]> };

export interface Range {
  readonly min: number;
  readonly max: number;
}

const LONGEST_SHOWN = 40;
const TWEEN_DIGITS = 4;

/** Shortens a text from a link for a notice. */
export const shortened = (text: string): string =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text;

const clamp = (x: number, { min, max }: Range): number => Math.min(Math.max(x, min), max);

function readNumber(
  text: string,
  range: Range,
  initial: number,
  { integer = false }: NumberSettings,
): Reading<number> {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(number)) return { value: initial, problem: 'not-a-number' };
  const inside = clamp(number, range);
  if (inside !== number)
    return { value: integer ? Math.round(inside) : inside, problem: 'out-of-range' };
  const value = integer ? Math.round(number) : number;
  return value === number ? { value } : { value, problem: 'not-whole' };
}

function numberBetween(from: number, to: number, part: number, settings: NumberSettings): number {
  if (part >= 1) return to;
  const isLog = settings.scale === 'log' && from > 0 && to > 0;
  const x = isLog ? from * (to / from) ** part : from + (to - from) * part;
  return settings.integer ? Math.round(x) : Number(x.toPrecision(TWEEN_DIGITS));
}

/** A finite number within `range`. */
export function numberField(
  initial: number,
  range: Range,
  settings: NumberSettings = {},
): Field<number> {
  return {
    initial,
    read: (text) => readNumber(text, range, initial, settings),
    write: String,
    within: (value) => clamp(settings.integer ? Math.round(value) : value, range),
    between: (from, to, part) => numberBetween(from, to, part, settings),
    control: { kind: 'number', range, settings },
  };
}

/** One of several names. */
export function choiceField<T extends string>(initial: T, options: readonly T[]): Field<T> {
  return {
    initial,
    read: (text) => {
      const value = options.find((option) => option === text);
      return value === undefined ? { value: initial, problem: 'unknown-option' } : { value };
    },
    write: (value) => value,
    within: (value) => value,
    between: (_from, to) => to,
    control: { kind: 'choice', options },
  };
}

/** A list of numbers within `range`, with at least one and at most `longest` entries. */
export function numbersField(
  initial: readonly number[],
  range: Range,
  longest: number,
  settings: NumberSettings = {},
): Field<readonly number[]> {
  return {
    initial,
    read: (text) => {
      const parts = text.split(',', longest + 1);
      const readings = parts
        .slice(0, longest)
        .map((part) => readNumber(part, range, Number.NaN, settings));
      const problems = readings.flatMap((reading) => reading.problem ?? []);
      const unreadable = problems.find((problem) => problem === 'not-a-number');
      if (unreadable !== undefined) return { value: initial, problem: unreadable };
      const value = readings.map((reading) => reading.value);
      if (parts.length > longest) return { value, problem: 'too-many' };
      const [problem] = problems;
      return problem === undefined ? { value } : { value, problem };
    },
    write: (value) => value.join(','),
    within: (value) => {
      const inside = value
        .slice(0, longest)
        .map((x) => clamp(settings.integer ? Math.round(x) : x, range));
      // Return the same list if nothing changed, so that results computed from it are reused.
      return inside.length === value.length && inside.every((x, i) => x === value[i])
        ? value
        : inside;
    },
    between: (from, to, part) =>
      from.length === to.length
        ? to.map((x, i) => numberBetween(from[i] as number, x, part, settings))
        : to,
    control: { kind: 'number', range, settings },
  };
}

/** A list of numbers with as many entries as `initial`. A shorter list is invalid. */
export function listField(
  initial: readonly number[],
  range: Range,
  settings: NumberSettings = {},
): Field<readonly number[]> {
  const list = numbersField(initial, range, initial.length, settings);
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

/** The state with the defaults of all fields. */
export function initialState<State>(fields: Fields<State>): State {
  const entries = Object.entries(fields) as [keyof State, Field<unknown>][];
  return Object.freeze(
    Object.fromEntries(entries.map(([name, field]) => [name, field.initial])),
  ) as State;
}

/**
 * Writes a state as link parameters. All fields are included, so that old links keep their state if a default changes.
 */
export function writeState<State>(fields: Fields<State>, state: State): URLSearchParams {
  const params = new URLSearchParams({ v: VERSION });
  for (const [name, field] of Object.entries(fields) as [keyof State & string, Field<unknown>][]) {
    params.set(name, field.write(state[name]));
  }
  return params;
}

/** Reads a state from link parameters. Missing fields get their defaults; unknown names are ignored. */
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

/** Limits each field to its range. */
export function within<State extends object>(fields: Fields<State>, state: State): State {
  const names = Object.keys(fields) as (keyof State)[];
  return Object.freeze(
    Object.fromEntries(names.map((name) => [name, fields[name].within(state[name])])),
  ) as State;
}

/**
 * Reads a state like `readState`, and makes interdependent fields consistent. Every value of the link that this changes
 * is reported.
 * @param constrain  makes the fields of a state consistent
 */
export function readWithin<State extends object>(
  fields: Fields<State>,
  params: URLSearchParams,
  constrain: (state: State) => State,
): { state: State; problems: Problem[] } {
  const read = readState(fields, params);
  const state = constrain(read.state);
  const told = new Set(read.problems.map(({ field }) => field));
  const names = Object.keys(fields) as (keyof State & string)[];
  const changed = names.filter((name) => {
    const { write } = fields[name];
    return params.has(name) && !told.has(name) && write(state[name]) !== write(read.state[name]);
  });
  const problems = changed.map((name): Problem => {
    const [got, used] = [params.get(name) ?? '', fields[name].write(state[name])];
    return { field: name, kind: 'adjusted', got: shortened(got), used: shortened(used) };
  });
  // Report the values after `constrain`, because these are used.
  const last = read.problems.map((problem) => {
    const name = names.find((one) => one === problem.field);
    return name === undefined
      ? problem
      : { ...problem, used: shortened(fields[name].write(state[name])) };
  });
  return { state, problems: [...last, ...problems] };
}
