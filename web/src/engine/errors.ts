// SPDX-License-Identifier: MIT
/** The kinds of cpp/attention/error.hpp; a test holds the two lists together. */
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
 * A call that the library refused. `message` reads "argument: expected …, got …"; the parts are
 * there for a page that says the same in the reader's language.
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

/** The module could not be fetched or compiled; `cause` is what the platform said. */
export class EngineLoadError extends Error {
  override readonly name = 'EngineLoadError';

  constructor(
    readonly url: string,
    cause: unknown,
  ) {
    super(`${url}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** What C++ calls by one name and callers here give under these. */
const GIVEN_AS: Readonly<Record<string, readonly string[]>> = {
  mask: ['keepMask', 'hideMask'],
  queries: ['inputs'],
  keys: ['inputs'],
  values: ['inputs'],
};

/** C++ writes `valid_lens` where a caller here wrote `validLens`; W_q and d_k are the same in both. */
function callersName(argument: string, given: Given): string {
  const name = argument.replace(/_([a-z])(?=[a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (given[name] !== undefined) return name;
  return GIVEN_AS[name]?.find((other) => given[other] !== undefined) ?? name;
}

/** The arguments of a call by the names that the caller gave them. */
type Given = Readonly<Record<string, unknown>>;

/**
 * Why the module refused its last call.
 * @param parts  kind, argument, expected and got, as the module gives them
 * @param given  the arguments by the names that the caller gave them
 */
export function moduleRefusal(parts: readonly string[], given: Given): AttentionError {
  const [kind, argument = '', expected = '', got = ''] = parts;
  return new AttentionError(kind as ErrorKind, callersName(argument, given), expected, got);
}

/** What the engine says of a C++ exception that left the module: there was no memory left to catch it. */
const UNCAUGHT = 'an exception for which no memory was left';

/** What was thrown inside the module: a trap, an abort, or a C++ exception that nothing caught, which is no Error. */
export function fault(thrown: unknown): AttentionError {
  const text = thrown instanceof Error ? thrown.message : UNCAUGHT;
  return new AttentionError('Internal', 'call', 'no fault', text);
}
