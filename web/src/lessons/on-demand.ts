// SPDX-License-Identifier: MIT
// Numbers that only Verify (the lesson's second view) or a table shows. They are computed when they are read, so that a
// drag and the first picture of the course do not wait for them.
import type { Engine } from '../engine/index.ts';
import type { Computed } from './scene.ts';

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
