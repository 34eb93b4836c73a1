// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import type { Scene } from '../../lesson/define.ts';
import { bytesText } from './counts.ts';
import type { Amount, Numbers, State } from './lengths.ts';
import type messages from './messages.en.json';

export type Texts = typeof messages;
export type CostScene = Scene<State, Numbers, Texts>;

export const parts = {
  /** The square of scores; the one of twice the text around it; and a tile in it with what a query keeps. */
  square: 0,
  around: 0,
  tiles: 0,
  /** The work as an area; that of twice the text; and the place of the answer that is not known yet. */
  work: 0,
  twice: 0,
  unknown: 0,
  cache: 0,
  times: 0,
  /** What doubles, and what grows fourfold. */
  growths: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

export const amountText = ({ i18n }: CostScene, { bytes }: Amount): string =>
  bytesText(i18n, bytes);

/** Whole numbers as they are, others with at most three digits. */
export const short = ({ i18n }: CostScene, value: number): string =>
  Number.isInteger(value) ? i18n.integer(value) : i18n.number(value, { digits: 3 });

export const decimal = ({ i18n }: CostScene, value: number): string =>
  i18n.number(value, { decimals: Number.isInteger(value) ? 0 : 2 });

/** A rectangle whose work grows in proportion to the text: hollow, unlike that of the scores. */
export const hollow = (x: number, y: number, width: number, height: number) => svg`
  <rect class="box" x=${x} y=${y} width=${width} height=${height} />`;

/** A rectangle of scores, filled. */
export const filled = (x: number, y: number, width: number, height: number) => svg`
  <rect class="bar" fill-opacity="0.6" x=${x} y=${y} width=${width} height=${height} />`;
