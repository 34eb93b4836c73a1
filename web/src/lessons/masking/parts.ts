// SPDX-License-Identifier: MIT
// What the figures of both layouts share.
import { svg } from 'lit';
import type { Layout, Scene } from '../../lesson/define.ts';
import { widthOf } from '../../marks/sentence.ts';
import type messages from './messages.en.json';
import type { Numbers, State } from './sight.ts';

export type Texts = typeof messages;
export type SightScene = Scene<State, Numbers, Texts>;

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
export type Place = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

export const PLACES: Readonly<Record<Layout, Place>> = {
  wide: { x: 84, y: 62, width: 514, height: 306 },
  phone: { x: 88, y: 44, width: 284, height: 180 },
};

/** Width and height of a cell of a matrix of `size` rows. */
export const cellOf = ({ width, height }: Place, size: number): readonly [number, number] => [
  width / size,
  height / size,
];

/** A score, with decimals only if it is small. */
export const scoreText = ({ i18n }: SightScene, score = Number.NaN, decimals = 2): string =>
  Number.isFinite(score) && Math.abs(score) >= 1000
    ? i18n.integer(Math.round(score))
    : i18n.number(score, { decimals });

/** With so many decimals, the sums and quotients of a row are right as they are written. */
export const SUM_DECIMALS = 3;

export const powerText = ({ i18n }: SightScene, power = Number.NaN): string =>
  i18n.number(power, { decimals: power === 0 ? 0 : SUM_DECIMALS });

export const sumOf = (row: readonly number[]): number => row.reduce((sum, one) => sum + one, 0);

/** The size in which each of some words has room. */
export const sizeOf = (words: readonly string[], room: number): number =>
  Math.max(13, Math.min(16, room / Math.max(...words.map(widthOf), 1)));

export const wordMark = (word: string, x: number, y: number, size: number, kind: string) =>
  svg`<text class=${`word sized ${kind}`} x=${x} y=${y} font-size=${size}>${word}</text>`;

/** An empty place. */
export const padding = (middle: number, y: number, width: number) =>
  svg`<rect class="unknown" x=${middle - width / 2} y=${y - width * 0.35} width=${width} height=${width * 0.7} rx="4" />`;
