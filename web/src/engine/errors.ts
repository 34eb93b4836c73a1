// SPDX-License-Identifier: MIT
import { type ErrorCode, MESSAGES, messageOf } from './messages.ts';
import type { Tensor } from './tensor.ts';

/** The kinds of errors, as in cpp/attention/error.hpp. A test compares the two lists. */
export const ERROR_KINDS = [
  'ShapeMismatch',
  'EmptyInput',
  'OutOfRange',
  'UnknownOption',
  'OutOfMemory',
  'Internal',
] as const;

export type ErrorKind = (typeof ERROR_KINDS)[number];

/** A value in a message: a number, a text such as a shape, or null if there is no value. */
export type ErrorValue = number | string | null;

/** The values of the placeholders in a message, by name. Only `shapes` is a list: the shapes that are valid. */
export type ErrorParameters = Readonly<Record<string, ErrorValue | readonly ErrorValue[]>>;

/** Number of significant digits of non-integers in messages, sufficient to identify a float32. */
const DIGITS = 9;

function numberText(x: number): string {
  if (Object.is(x, -0)) return '-0';
  return String(Number.isInteger(x) ? x : Number(x.toPrecision(DIGITS)));
}

/**
 * Formats the parameters of a message.
 * @param none  the text for null
 * @param or  the separator before the last of several shapes
 */
export const parameterTexts = (
  parameters: ErrorParameters,
  none = 'none',
  or = ' or ',
): Record<string, string> => {
  const text = (value: ErrorValue): string =>
    typeof value === 'number' ? numberText(value) : (value ?? none);
  const joined = (texts: string[]): string =>
    texts.length < 2 ? texts.join() : [texts.slice(0, -1).join(', '), texts.at(-1)].join(or);
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? joined(value.map(text)) : text(value),
    ]),
  );
};

function parametersOf(
  code: ErrorCode,
  values: readonly ErrorValue[],
  got: ErrorValue,
): ErrorParameters {
  const names = [...MESSAGES[code].matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const named = names
    .filter((name) => name !== 'got')
    .map((name, i) => [name, name === 'shapes' ? values : (values[i] as ErrorValue)]);
  return Object.fromEntries([...named, ['got', got]]);
}

/**
 * A call that the engine rejected. `message` has the form "argument: expected …, got …". From `code` and `parameters`,
 * a page can build the message in another language.
 */
export class AttentionError extends Error {
  override readonly name = 'AttentionError';
  /** The values of the placeholders in the message, by their names in messages.ts. `got` is the rejected value. */
  readonly parameters: ErrorParameters;
  readonly expected: string;
  readonly got: string;

  /** @param values  the values of the placeholders in the message of `code`, in their order */
  constructor(
    readonly kind: ErrorKind,
    readonly argument: string,
    readonly code: ErrorCode,
    values: readonly ErrorValue[],
    given: ErrorValue,
  ) {
    const parameters = parametersOf(code, values, given);
    const texts = parameterTexts(parameters);
    const [expected, got] = messageOf(code).map((text) =>
      text.replace(/\{(\w+)\}/g, (_, name: string) => texts[name] ?? ''),
    ) as [string, string];
    super(`${argument}: expected ${expected}, got ${got}`);
    this.parameters = parameters;
    this.expected = expected;
    this.got = got;
  }
}

export class ResponseError extends Error {
  override readonly name = 'ResponseError';

  constructor(readonly status: number) {
    super(`HTTP ${status}`);
  }
}

/** Thrown when the WebAssembly module or a model's file cannot be loaded. `cause` is the platform's error. */
export class EngineLoadError extends Error {
  override readonly name = 'EngineLoadError';

  /** The HTTP status of an unsuccessful response, such as 404. Undefined if there was no response. */
  get status(): number | undefined {
    return this.cause instanceof ResponseError ? this.cause.status : undefined;
  }

  constructor(
    readonly url: string,
    cause: unknown,
  ) {
    super(`${url}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Thrown when a model is needed, but the npm package that contains the model was not imported. */
export class ModelAbsentError extends Error {
  override readonly name = 'ModelAbsentError';

  /** @param source  the name of the package */
  constructor(readonly source: string) {
    super(`the model is in the package ${source}: npm install ${source}, import '${source}'`);
  }
}

/** For arguments whose names differ: from the name in C++, in camel case, to the possible names in JavaScript. */
const GIVEN_AS: Readonly<Record<string, readonly string[]>> = {
  mask: ['keepMask', 'hideMask'],
  queries: ['inputs'],
  keys: ['inputs'],
  values: ['inputs'],
};

/** Converts a C++ name to the name in JavaScript: `valid_lens` becomes `validLens`; W_q and d_k stay the same. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z])(?=[a-z])/g, (_, letter: string) => letter.toUpperCase());

function callersName(argument: string, given: Given): string {
  const name = camelCase(argument);
  if (given[name] !== undefined) return name;
  return GIVEN_AS[name]?.find((other) => given[other] !== undefined) ?? name;
}

/** The arguments of a call, by their names in JavaScript. */
type Given = Readonly<Record<string, unknown>>;

const CODES = Object.keys(MESSAGES) as ErrorCode[];

const textIn = ({ data }: Tensor): string => String.fromCharCode(...Array.from(data));

/** @param parts  the tensors of the module's error response, which cpp/bindings/guarded.hpp documents */
export function moduleRefusal(parts: readonly Tensor[], given: Given): AttentionError {
  const [head, argument, ...rest] = parts as [Tensor, Tensor, ...Tensor[]];
  const values: ErrorValue[] = [];
  for (let i = 0; i < rest.length; i++) {
    const part = rest[i] as Tensor;
    const rank = part.shape.length;
    if (rank === 0) values.push(part.data[0] as number);
    else if (rank === 2) values.push(textIn(part) || null);
    else values.push(shapeText(part, textIn(rest[++i] as Tensor)));
  }
  const got = values.pop() ?? null;
  const [kind, code] = [ERROR_KINDS[head.data[0] as number], CODES[head.data[1] as number]];
  const name = callersName(textIn(argument), given);
  return new AttentionError(kind as ErrorKind, name, code as ErrorCode, values, got);
}

/** Formats a shape. If `free` is not empty: −1 (any length) becomes `free`, and −2 (number of key heads) "h_k". */
const shapeText = ({ data }: Tensor, free: string): string =>
  `(${Array.from(data, (side) => (side >= 0 || !free ? side : side === -2 ? 'h_k' : free)).join(', ')})`;

/**
 * The error for a trap, an abort, or a C++ exception that the module could not catch, because no memory was left. A C++
 * exception is not an instance of Error.
 */
export const fault = (thrown: unknown): AttentionError =>
  thrown instanceof Error
    ? new AttentionError('Internal', 'call', 'noFault', [], thrown.message)
    : new AttentionError('Internal', 'call', 'uncaught', [], null);
