// SPDX-License-Identifier: MIT
// Avoids computations. Numbers whose input has not changed are reused. Numbers that only Verify (the lesson's second
// view) or a table shows are computed when they are first read, so that a drag and the first figure do not wait for
// these numbers.
import type { Engine } from '../engine/index.ts';
import type { Computed } from './scene.ts';

/** The numbers in `last`. Undefined if one of the fields `names` has changed since. */
export const kept = <State, Numbers>(
  last: Computed<State, Numbers> | undefined,
  state: State,
  names: readonly (keyof State)[],
): Numbers | undefined =>
  names.every((name) => String(last?.state[name]) === String(state[name]))
    ? last?.numbers
    : undefined;

/** Wraps a computation so that it runs at the first call only; later calls return the same result. */
export function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}

/** Computes a part of a lesson's numbers on demand. `make` gets the last computed part, whose results it can reuse. */
export class OnDemand<State, Part> {
  #last: Computed<State, Part> | undefined;

  constructor(
    private readonly make: (
      state: State,
      engine: Engine,
      last: Computed<State, Part> | undefined,
    ) => Part,
  ) {}

  /** Returns a function that computes the part for a state at its first call. Later calls return the same result. */
  at(state: State, engine: Engine): () => Part {
    return once(() => {
      const numbers = this.make(state, engine, this.#last);
      this.#last = { state, numbers };
      return numbers;
    });
  }
}
