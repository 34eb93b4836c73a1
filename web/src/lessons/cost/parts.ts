// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import { bytesText } from '../../i18n/bytes.ts';
import type { Scene } from '../../lesson/define.ts';
import type { Amount, Numbers, State } from './lengths.ts';
import type messages from './messages.en.json';

export type Texts = typeof messages;
export type CostScene = Scene<State, Numbers, Texts>;

export const parts = {
  /** `square`: all scores. `around`: those of a text of 2n tokens. `tiles`: a tile, with a query's running results. */
  square: 0,
  around: 0,
  tiles: 0,
  /** `work`: the work as an area. `twice`: for a text of 2n tokens. `unknown`: the placeholder of the answer. */
  work: 0,
  twice: 0,
  unknown: 0,
  cache: 0,
  times: 0,
  /** The costs that double if the text doubles, and those that grow fourfold. */
  growths: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

export const amountText = ({ i18n }: CostScene, { bytes }: Amount): string =>
  bytesText(i18n, bytes);

/** Formats whole numbers with all digits, others with at most three digits. */
export const short = ({ i18n }: CostScene, value: number): string =>
  Number.isInteger(value) ? i18n.integer(value) : i18n.number(value, { digits: 3 });

export const decimal = ({ i18n }: CostScene, value: number): string =>
  i18n.number(value, { decimals: Number.isInteger(value) ? 0 : 2 });

/** A hollow rectangle, for work that is proportional to the length of the text. */
export const hollow = (x: number, y: number, width: number, height: number) => svg`
  <rect class="box" x=${x} y=${y} width=${width} height=${height} />`;

/** A filled rectangle, for scores. */
export const filled = (x: number, y: number, width: number, height: number) => svg`
  <rect class="bar" fill-opacity="0.6" x=${x} y=${y} width=${width} height=${height} />`;
