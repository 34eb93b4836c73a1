// SPDX-License-Identifier: MIT
import type { Bindings } from '#wasm/simd';

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

/** C++ writes `curve_queries` where a caller here wrote `curveQueries`. */
const callersName = (argument: string): string =>
  argument.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Passes an address on; 0 stands for a refused call, and the module says why. */
export function checkedAddress(bindings: Bindings, address: number): number {
  if (address !== 0) return address;
  const [kind, argument = '', expected = '', got = ''] = bindings.failure();
  throw new AttentionError(kind as ErrorKind, callersName(argument), expected, got);
}

/** Whatever was thrown during a call as an AttentionError: a trap sends only a text. */
export function asAttentionError(thrown: unknown): AttentionError {
  if (thrown instanceof AttentionError) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return new AttentionError('Internal', 'call', 'no fault', text);
}
