// SPDX-License-Identifier: MIT

/** The kind of a token. Plain names, punctuation and spaces have none. */
export type TokenKind = 'keyword' | 'comment' | 'string' | 'number' | 'name';

/** A token. `input` is the name of an input that the page may insert instead of the text. */
export type Token = readonly [text: string, kind?: TokenKind | '', input?: string];

export interface CodeLine {
  /** Line number in the file or the program, counted from 1. */
  readonly number: number;
  readonly tokens: readonly Token[];
  /** The terms that the line computes, such as `weights`. */
  readonly terms: readonly string[];
}

/** Consecutive lines of the library. */
export interface Excerpt {
  readonly id: string;
  /** Path relative to the root of the repository. */
  readonly path: string;
  readonly lines: readonly CodeLine[];
}

/** The code of a lesson, compiled from its folder `code/`. */
export interface Code {
  readonly cpp: readonly Excerpt[];
  readonly torch: readonly CodeLine[];
  readonly numpy: readonly CodeLine[];
}
