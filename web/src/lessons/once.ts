// SPDX-License-Identifier: MIT

/** Wraps a computation so that it runs at the first call only; later calls return the same result. */
export function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}
