// SPDX-License-Identifier: MIT
// The reader's answers to prediction questions. They are kept until the window is closed: links do not contain them,
// and the reader may reload the page, change its language, or return from another page.
import { keep, kept } from './store.ts';

const nameOf = (lesson: string) => `guesses.${lesson}`;

export const keepGuesses = (lesson: string, guesses: ReadonlyMap<string, string>): void =>
  keep(nameOf(lesson), JSON.stringify([...guesses]), 'session');

export const keptGuesses = (lesson: string): ReadonlyMap<string, string> =>
  new Map(JSON.parse(kept(nameOf(lesson), 'session') ?? '[]'));
