// SPDX-License-Identifier: MIT

/** The kind of a token, for syntax highlighting. Plain identifiers, punctuation and spaces have no kind. */
export type TokenKind = 'keyword' | 'comment' | 'string' | 'number' | 'name';

/** A piece of code. If `input` is given, the page shows the current value of this input of the lesson instead. */
export type Token = readonly [text: string, kind?: TokenKind | '', input?: string];

export interface CodeLine {
  /** Number of the line in its file or program, counted from 1. */
  readonly number: number;
  readonly tokens: readonly Token[];
  /** The quantities that the line computes, such as `weights`. Selecting a quantity highlights its lines. */
  readonly terms: readonly string[];
}

/** Consecutive lines of the C++ library, shown in a lesson's code panel. */
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
