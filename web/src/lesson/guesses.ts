// SPDX-License-Identifier: MIT
import { keepGuesses, keptGuesses } from '../device/guesses.ts';

/** The reader's guesses at the questions of a lesson, by step. A guess is empty if the reader has given up. */
export class Guesses {
  #given: ReadonlyMap<string, string> | undefined;

  constructor(private readonly lesson: () => string) {}

  get #all(): ReadonlyMap<string, string> {
    this.#given ??= keptGuesses(this.lesson());
    return this.#given;
  }

  of(step: string): string | undefined {
    return this.#all.get(step);
  }

  has(step: string): boolean {
    return this.of(step) !== undefined;
  }

  set(step: string, guess: string | undefined): void {
    const given = new Map(this.#all);
    if (guess === undefined) given.delete(step);
    else given.set(step, guess);
    this.#given = given;
    keepGuesses(this.lesson(), given);
  }
}
