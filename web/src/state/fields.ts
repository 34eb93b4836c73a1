// SPDX-License-Identifier: MIT
// Converts between a lesson's state and the parameters of a link. Links are untrusted: whatever the parameters, the
// result is a valid state and a list of the values that were invalid.
import { readLinkNumber } from '../i18n/read-number.ts';
import { shortened } from '../i18n/shortened.ts';
import { MOST_ESCAPES, searchParams, withoutPunctuation } from './place.ts';

/** A value in a link that is not valid. `kind` is the reason, and `used` is the value that replaces it. */
export interface Problem {
  /** The name of a field of the state. If the kind is `unknown-field`, the name in the link. */
  field: string;
  kind:
    | 'not-a-number'
    | 'out-of-range'
    | 'not-whole'
    | 'adjusted'
    | 'unknown-option'
    | 'too-many'
    | 'too-few'
    | 'too-long'
    | 'repeated'
    | 'unknown-field';
  got: string;
  /** Empty if the kind is `unknown-field`. */
  used: string;
}

/** A value that was parsed from a link. `problem` is set if the text was invalid and another value is used. */
export interface Reading<T> {
  value: T;
  problem?: Problem['kind'];
}

/** One field of a lesson's state: its default, its form in a link, its range, and its interpolation. */
export interface Field<T> {
  readonly initial: T;
  read(text: string): Reading<T>;
  write(value: T): string;
  /** The valid value that is nearest to `value`. */
  within(value: T): T;
  /** Interpolates for an animation (`part` from 0 to 1). Returns `to` if nothing lies between, as for named options. */
  between(from: T, to: T, part: number): T;
  /** Describes the control that edits the field. Undefined if the lesson draws its own control. */
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
  /** All values of the slider, if they are listed instead of computed from `step`. */
  readonly stops?: readonly number[];
  /** Key of the unit's name in the lesson's catalogue of messages. */
  readonly unit?: string;
  /** Whether an animation jumps to the new number, instead of passing through intermediate numbers. */
  readonly jumps?: boolean;
}

export const WHOLE: NumberSettings = { integer: true };

export type Fields<State> = { readonly [Name in keyof State]: Field<State[Name]> };

export type StateOf<Named> = {
  readonly [Name in keyof Named]: Named[Name] extends Field<infer Value> ? Value : never;
};

export interface Range {
  readonly min: number;
  readonly max: number;
}

const TWEEN_DIGITS = 4;

const clamp = (x: number, { min, max }: Range): number => Math.min(Math.max(x, min), max);

function readNumber(
  text: string,
  range: Range,
  initial: number,
  { integer = false }: NumberSettings,
): Reading<number> {
  const number = readLinkNumber(text);
  if (Number.isNaN(number)) return { value: initial, problem: 'not-a-number' };
  const inside = clamp(number, range);
  if (inside !== number)
    return { value: integer ? Math.round(inside) : inside, problem: 'out-of-range' };
  const value = integer ? Math.round(number) : number;
  return value === number ? { value } : { value, problem: 'not-whole' };
}

function numberBetween(from: number, to: number, part: number, settings: NumberSettings): number {
  if (part >= 1 || settings.jumps) return to;
  const isLog = settings.scale === 'log' && from > 0 && to > 0;
  const x = isLog ? from * (to / from) ** part : from + (to - from) * part;
  return settings.integer ? Math.round(x) : Number(x.toPrecision(TWEEN_DIGITS));
}

/** A field that contains a finite number within `range`. */
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

/**
 * A field with a list of as many numbers as `initial`, each within `range`. If a link has fewer numbers or other text,
 * `initial` is used. If it has more numbers, the further numbers are ignored.
 */
export function listField(
  initial: readonly number[],
  range: Range,
  settings: NumberSettings = {},
): Field<readonly number[]> {
  const { length } = initial;
  return {
    initial,
    read: (text) => {
      const parts = text.split(/[,，、]/, length + 1);
      const readings = parts
        .slice(0, length)
        .map((part) => readNumber(part, range, Number.NaN, settings));
      const problems = readings.flatMap((reading) => reading.problem ?? []);
      if (problems.includes('not-a-number')) return { value: initial, problem: 'not-a-number' };
      if (parts.length < length) return { value: initial, problem: 'too-few' };
      const value = readings.map((reading) => reading.value);
      const [problem] = parts.length > length ? (['too-many'] as const) : problems;
      return problem === undefined ? { value } : { value, problem };
    },
    write: (value) => value.join(','),
    within: (value) => {
      const inside = value.map((x) => clamp(settings.integer ? Math.round(x) : x, range));
      // If nothing changed, the same array is returned, so that results cached for this array stay valid.
      return inside.every((x, i) => x === value[i]) ? value : inside;
    },
    between: (from, to, part) =>
      to.map((x, i) => numberBetween(from[i] as number, x, part, settings)),
    control: { kind: 'number', range, settings },
  };
}

export function initialState<State>(fields: Fields<State>): State {
  const entries = Object.entries(fields) as [keyof State, Field<unknown>][];
  return Object.freeze(
    Object.fromEntries(entries.map(([name, field]) => [name, field.initial])),
  ) as State;
}

/** Writes a state as link parameters: only the fields that differ from their default. */
export function writeState<State>(fields: Fields<State>, state: State): URLSearchParams {
  const named = fields as Fields<Record<string, unknown>>;
  const text = (name: string) => named[name]?.write(Reflect.get(state as object, name)) ?? '';
  const names = Object.keys(named).filter((name) => {
    const field = named[name];
    return field !== undefined && text(name) !== field.write(field.initial);
  });
  return new URLSearchParams(names.map((name) => [name, text(name)]));
}

/** The maximum number of unknown names in a link that are reported. */
const MOST_UNKNOWN = 10;

/** Whether a parameter is ignored: punctuation only, or `v`, which links had before the first release. */
const isIgnored = (name: string, text: string): boolean =>
  /^v$/i.test(name) || withoutPunctuation(name + text) === '';

/**
 * Finds the fields that one parameter of a link contains. Programs may have changed the link: they escape `&` for HTML,
 * escape the whole link again, replace `&` by `;`, change the case of letters, or append punctuation.
 */
function mendedEntry(
  fields: Fields<Record<string, unknown>>,
  [name, text]: readonly [string, string],
  escapes = MOST_ESCAPES,
): [string, string][] {
  const plain = name.replace(/^(?:[?;\s]|(?:amp|#0*38|#x0*26);)+/i, '').trimEnd();
  const names = Object.keys(fields);
  const known =
    names.find((one) => one === plain) ??
    names.find((one) => one.toLowerCase() === plain.toLowerCase());
  const isValid = (one: string, value: string) =>
    Object.hasOwn(fields, one) && fields[one]?.read(value).problem === undefined;
  // A plus sign in a query is decoded to a space, so "1e+5" arrives as "1e 5".
  const texts = [text, withoutPunctuation(text.trimStart()).replace(/e (?=\d)/gi, 'e+')];
  const valid = texts.find((one) => isValid(known ?? '', one));
  const own: [string, string][] = [[known ?? plain, valid ?? text]];
  if (valid !== undefined || escapes === 0 || !/[%&;=]/.test(plain + text)) return own;
  const query = `${plain}${text && `=${text}`}`;
  const inner = [...searchParams(query)].flatMap((entry) =>
    mendedEntry(fields, entry, escapes - 1),
  );
  return inner.some(([one, value]) => /^v$/i.test(one) || isValid(one, value)) ? inner : own;
}

/** Repairs the parameters of a link that other programs have changed. See `mendedEntry`. */
export const mended = <State>(fields: Fields<State>, params: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...params].flatMap((entry) => mendedEntry(fields as never, entry)));

/** Reads a state from link parameters. A missing field gets its default. Reports up to MOST_UNKNOWN unknown names. */
export function readState<State>(
  fields: Fields<State>,
  params: URLSearchParams,
): { state: State; problems: Problem[] } {
  const problems: Problem[] = [];
  const own = mended(fields, params);
  const entries = (Object.entries(fields) as [string, Field<unknown>][]).map(([name, field]) => {
    const [text, ...others] = own.getAll(name);
    if (text === undefined) return [name, field.initial];
    const { value, problem } = field.read(text);
    const used = shortened(field.write(value));
    if (problem !== undefined)
      problems.push({ field: name, kind: problem, got: shortened(text), used });
    const other = others.find((one) => one !== text);
    if (other !== undefined)
      problems.push({ field: name, kind: 'repeated', got: shortened(other), used });
    return [name, value];
  });
  const unknown = [...new Map(own)].filter(
    ([name, text]) => !Object.hasOwn(fields as object, name) && !isIgnored(name, text),
  );
  for (const [name, text] of unknown.slice(0, MOST_UNKNOWN))
    problems.push({
      field: shortened(name),
      kind: 'unknown-field',
      got: shortened(text),
      used: '',
    });
  return { state: Object.freeze(Object.fromEntries(entries)) as State, problems };
}

/** A state in which each field is limited to its range. */
export function within<State extends object>(fields: Fields<State>, state: State): State {
  const names = Object.keys(fields) as (keyof State)[];
  return Object.freeze(
    Object.fromEntries(names.map((name) => [name, fields[name].within(state[name])])),
  ) as State;
}
