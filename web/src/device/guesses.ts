// SPDX-License-Identifier: MIT
// Keeps the reader's answers to prediction questions while the page is reloaded, because links do not contain them.

const KEY = 'attention-lab.guesses';

type Guesses = Record<string, string>;
const made: Record<string, Guesses> = {};
let restored: Record<string, Guesses> = {};

export function noteGuesses(lesson: string, guesses: ReadonlyMap<string, string>): void {
  made[lesson] = Object.fromEntries(guesses);
}

/** Stores all guesses in the session storage. Called before the page is reloaded. */
export function keepGuesses(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...restored, ...made }));
  } catch {
    // In a sandboxed frame, session storage is unavailable, so the guesses are lost.
  }
}

/** Reads the guesses from before a reload and removes them from the session storage. */
export function restoreGuesses(): void {
  try {
    restored = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    sessionStorage.removeItem(KEY);
  } catch {
    restored = {};
  }
}

/** Returns the guesses that the reader made in a lesson before a reload. A second call returns none. */
export function takeGuesses(lesson: string): ReadonlyMap<string, string> {
  const guesses = restored[lesson] ?? {};
  delete restored[lesson];
  return new Map(Object.entries(guesses));
}
