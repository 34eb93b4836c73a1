// SPDX-License-Identifier: MIT

/** What a run of code is; plain names, signs and spaces are nothing of these. */
export type TokenKind = 'keyword' | 'comment' | 'string' | 'number' | 'name';

/** A run of code. `input` names what the page may put in its place. */
export type Token = readonly [text: string, kind?: TokenKind | '', input?: string];

export interface CodeLine {
  /** As its file or its program counts, from 1. */
  readonly number: number;
  readonly tokens: readonly Token[];
  /** What the line computes, such as `weights`. */
  readonly terms: readonly string[];
}

/** Lines of the library that follow each other. */
export interface Excerpt {
  readonly id: string;
  /** Of its file, from the top of the repository. */
  readonly path: string;
  readonly lines: readonly CodeLine[];
}

/** The code of a lesson, compiled from its folder `code/`. */
export interface Code {
  readonly cpp: readonly Excerpt[];
  readonly torch: readonly CodeLine[];
  readonly numpy: readonly CodeLine[];
}
