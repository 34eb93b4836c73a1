// SPDX-License-Identifier: MIT
// What the figures of both layouts share.
import { type SVGTemplateResult, svg } from 'lit';
import type { Layout, Scene } from '../../lesson/define.ts';
import { widthOf } from '../../marks/sentence.ts';
import type messages from './messages.en.json';
import type { Numbers, State } from './sight.ts';

export type Texts = typeof messages;
export type SightScene = Scene<State, Numbers, Texts>;

/** What the figure shows: 1 full, 0 nothing. */
export const parts = {
  /** The beginnings of the sentence, each with the word that follows. */
  words: 0,
  /** The weights without a mask, with it, and with a constant in place of −∞. */
  open: 0,
  masked: 0,
  leak: 0,
  /** The bands of the followed row, without a mask and with it. */
  ahead: 0,
  back: 0,
  /** The first row of the masked weights, and the place of an answer that is not known yet. */
  first: 1,
  unknown: 0,
  /** The way of the followed row from scores to weights. */
  row: 0,
  constants: 0,
  /** The weights of the shorter text, its rows without visible words, and all rows by the reader's rule. */
  padded: 0,
  equal: 0,
  ruled: 0,
  batch: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

/** Where the matrix is. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const PLACES: Readonly<Record<Layout, Place>> = {
  wide: { x: 84, y: 62, width: 514, height: 306 },
  phone: { x: 72, y: 44, width: 306, height: 180 },
};

/** Width and height of a cell of a matrix of `size` rows. */
export const cellOf = ({ width, height }: Place, size: number): readonly [number, number] => [
  width / size,
  height / size,
];

/** A score, with decimals only if it is small. */
export const scoreText = ({ i18n }: SightScene, score = Number.NaN): string =>
  Number.isFinite(score) && Math.abs(score) >= 1000
    ? i18n.integer(Math.round(score))
    : i18n.number(score, { decimals: 2 });

export const sumOf = (row: readonly number[]): number => row.reduce((sum, one) => sum + one, 0);

/** A word, smaller if it would need more room than there is. */
export const wordMark = (
  word: string,
  x: number,
  y: number,
  room: number,
  kind: string,
): SVGTemplateResult =>
  svg`<text class=${`word sized ${kind}`} x=${x} y=${y}
    font-size=${Math.max(13, Math.min(16, room / Math.max(widthOf(word), 1)))}>${word}</text>`;

/** An empty place. */
export const padding = (middle: number, y: number, width: number): SVGTemplateResult =>
  svg`<rect class="unknown" x=${middle - width / 2} y=${y - width * 0.35} width=${width} height=${width * 0.7} rx="4" />`;
