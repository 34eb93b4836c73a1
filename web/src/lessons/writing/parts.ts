// SPDX-License-Identifier: MIT
import type { Scene } from '../../lesson/define.ts';
import type messages from './messages.en.json';
import type { Numbers, State } from './numbers.ts';

export type Texts = typeof messages;
export type WritingScene = Scene<State, Numbers, Texts>;

export const parts = {
  /** `tokens`: the text as tokens. `ids`: their numbers. `rows`: the rows of the embedding. */
  tokens: 1,
  ids: 0,
  rows: 0,
  /** `map`: pictures of all heads. `looks`: the weights of the chosen token. `large`: the chosen head, enlarged. */
  map: 0,
  looks: 0,
  large: 0,
  /** `costs`: the loss without each head. `unknown`: whether the loss without the head `QUOTATION` is hidden. */
  costs: 0,
  unknown: 0,
  lens: 0,
  /** The probabilities of all tokens as the next token. */
  next: 0,
  /** The tale, and the candidates and weights for its last token. */
  tale: 0,
  cache: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

/** The text of a token in figures: "·" for a space, "¶" for the end of a line, "?" for an unknown token. */
export const shownPiece = (text: string): string =>
  text.replaceAll(' ', '·').replaceAll('\n', '¶').replaceAll('<unk>', '?');
