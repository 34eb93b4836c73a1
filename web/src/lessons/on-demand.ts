// SPDX-License-Identifier: MIT
// Avoids computations: numbers whose input has not changed are kept, and numbers that only Verify (the lesson's second
// view) or a table shows are computed when they are read. So a drag and the first picture of the course do not wait for
// them.
import type { Engine } from '../engine/index.ts';
import type { Computed } from './scene.ts';

/** The last numbers if none of these fields has changed since. */
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

/** Computes a part of a lesson's numbers on demand. `make` receives the last computed part, to reuse its results. */
export class OnDemand<State, Part> {
  #last: Computed<State, Part> | undefined;

  constructor(
    private readonly make: (
      state: State,
      engine: Engine,
      last: Computed<State, Part> | undefined,
    ) => Part,
  ) {}

  /** A function that computes the part for a state at its first call. */
  at(state: State, engine: Engine): () => Part {
    return once(() => {
      const numbers = this.make(state, engine, this.#last);
      this.#last = { state, numbers };
      return numbers;
    });
  }
}
