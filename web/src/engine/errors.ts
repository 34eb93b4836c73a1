// SPDX-License-Identifier: MIT
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

/**
 * A call that the engine rejected. `message` has the form "argument: expected …, got …". The same parts are properties,
 * so that a page can show the message in another language.
 */
export class AttentionError extends Error {
  override readonly name = 'AttentionError';

  constructor(
    readonly kind: ErrorKind,
    readonly argument: string,
    readonly expected: string,
    readonly got: string,
  ) {
    super(`${argument}: expected ${expected}, got ${got}`);
  }
}

/** The error for an HTTP response whose status is not successful. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError';

  constructor(readonly status: number) {
    super(`HTTP ${status}`);
  }
}

/** Thrown when the WebAssembly module cannot be fetched or compiled. `cause` is the platform's error. */
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

/** Thrown when a model is needed whose package neither the page nor the program has imported. */
export class ModelAbsentError extends Error {
  override readonly name = 'ModelAbsentError';

  /** @param source  the name of the package */
  constructor(readonly source: string) {
    super(`the model is in the package ${source}: npm install ${source}, import '${source}'`);
  }
}

/** Arguments for which JavaScript callers use other names than C++: C++ name → possible names in JavaScript. */
const GIVEN_AS: Readonly<Record<string, readonly string[]>> = {
  mask: ['keepMask', 'hideMask'],
  queries: ['inputs'],
  keys: ['inputs'],
  values: ['inputs'],
};

/** Converts a C++ name to the name in JavaScript: `valid_lens` becomes `validLens`; W_q and d_k stay the same. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z])(?=[a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Converts an argument's C++ name to the name that the caller used. */
function callersName(argument: string, given: Given): string {
  const name = camelCase(argument);
  if (given[name] !== undefined) return name;
  return GIVEN_AS[name]?.find((other) => given[other] !== undefined) ?? name;
}

/** The arguments of a call, by their names in JavaScript. */
type Given = Readonly<Record<string, unknown>>;

/**
 * Converts an error that the module reported to an AttentionError.
 * @param parts  kind, argument, expected and got
 * @param given  the arguments of the call, by their names in JavaScript
 */
export function moduleRefusal(parts: readonly string[], given: Given): AttentionError {
  const [kind, argument = '', expected = '', got = ''] = parts;
  return new AttentionError(kind as ErrorKind, callersName(argument, given), expected, got);
}

/** Message for a C++ exception that the module could not catch, because no memory was left. */
const UNCAUGHT = 'an exception for which no memory was left';

/**
 * The error for a trap, an abort, or an uncaught C++ exception. The latter is thrown as a value that is not an Error.
 */
export function fault(thrown: unknown): AttentionError {
  const text = thrown instanceof Error ? thrown.message : UNCAUGHT;
  return new AttentionError('Internal', 'call', 'no fault', text);
}
