// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import type { Layout, Scene } from '../../lesson/define.ts';
import { widthOf } from '../../marks/sentence.ts';
import type messages from './messages.en.json';
import type { Numbers, State } from './sight.ts';

export type Texts = typeof messages;
export type SightScene = Scene<State, Numbers, Texts>;

export const parts = {
  /** The beginnings of the sentence, each with its next word. */
  words: 0,
  /** The weights without a mask, with it, and with a constant in place of −∞. */
  open: 0,
  masked: 0,
  leak: 0,
  /** The bands of the chosen row, without a mask and with it. */
  ahead: 0,
  back: 0,
  /** The first row of the masked weights, and the placeholder of a weight that the reader must guess. */
  first: 1,
  unknown: 0,
  /** The computation of the chosen row, from scores to weights. */
  row: 0,
  constants: 0,
  /** The weights of the shorter text; equal weights in rows without visible words; weights by the selected rule. */
  padded: 0,
  equal: 0,
  ruled: 0,
  batch: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

export type Place = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

export const PLACES: Readonly<Record<Layout, Place>> = {
  wide: { x: 84, y: 62, width: 514, height: 306 },
  phone: { x: 88, y: 44, width: 284, height: 180 },
};

/** Width and height of a cell of a square matrix with `size` rows. */
export const cellOf = ({ width, height }: Place, size: number): readonly [number, number] => [
  width / size,
  height / size,
];

/** The text of a score. Scores of magnitude 1000 or more have no decimals. */
export const scoreText = ({ i18n }: SightScene, score = Number.NaN, decimals = 2): string =>
  Number.isFinite(score) && Math.abs(score) >= 1000
    ? i18n.integer(Math.round(score))
    : i18n.number(score, { decimals });

/** With this number of decimals, sums and quotients of the displayed numbers agree with the displayed results. */
export const SUM_DECIMALS = 3;

export const powerText = ({ i18n }: SightScene, power = Number.NaN): string =>
  i18n.number(power, { decimals: power === 0 ? 0 : SUM_DECIMALS });

/** The largest font size from 13 to 16 at which each word fits into `room`; 13 if a word fits at none. */
export const sizeOf = (words: readonly string[], room: number): number =>
  Math.max(13, Math.min(16, room / Math.max(...words.map(widthOf), 1)));

export const wordMark = (word: string, x: number, y: number, size: number, kind: string) =>
  svg`<text class=${`word sized ${kind}`} x=${x} y=${y} font-size=${size}>${word}</text>`;

/** The mark of a padding token: an empty box. */
export const padding = (middle: number, y: number, width: number) =>
  svg`<rect class="unknown" x=${middle - width / 2} y=${y - width * 0.35} width=${width} height=${width * 0.7} rx="4" />`;
