// SPDX-License-Identifier: MIT
import type { Scene } from '../../lesson/define.ts';
import type messages from './messages.en.json';
import type { Numbers, State } from './numbers.ts';

export type Texts = typeof messages;
export type WritingScene = Scene<State, Numbers, Texts>;

export const parts = {
  /** The text as tokens; their numbers; the rows of the embedding. */
  tokens: 1,
  ids: 0,
  rows: 0,
  /** The pictures of all heads; the weights of the token that looks; the chosen head, large. */
  map: 0,
  looks: 0,
  large: 0,
  /** What each head is worth; whether that is not known yet. */
  costs: 0,
  unknown: 0,
  lens: 0,
  /** The probabilities of all tokens. */
  next: 0,
  /** The tale, and what led to its last token. */
  tale: 0,
  cache: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

/** A token as figures show it: spaces and ends of lines have signs, and an unknown one a question mark. */
export const shownPiece = (text: string): string =>
  text.replaceAll(' ', '·').replaceAll('\n', '¶').replaceAll('<unk>', '?');
