// SPDX-License-Identifier: MIT
import type { BasicScene } from '../scene.ts';
import type { Work } from '../sweeping.ts';
import type { Numbers } from './compute.ts';
import type { Times } from './cost.ts';
import type messages from './messages.en.json';
import type { State } from './state.ts';
import type { Place } from './sweep.ts';

export type Texts = typeof messages;

/** A query and a key, each from 0. */
export type Pair = readonly [query: number, key: number];

/** What every part of the picture is drawn from. */
export interface Scene extends BasicScene<State, Numbers, Texts> {
  /** The pair that is pointed at, or else the one that is looked at; marked in every part. */
  readonly pair: Pair;
  readonly point: (pair: Pair | undefined) => void;
}

/** Beside it what takes its time. */
export interface FullScene extends Scene {
  readonly sweep: Work & { readonly places: readonly Place[] };
  readonly cost: Work & { readonly places: readonly Times[] };
}

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
const sub = (i: number): string => SUBSCRIPTS[i + 1] ?? '';
export const queryName = (i: number): string => `q${sub(i)}`;
export const keyName = (j: number): string => `k${sub(j)}`;

/** A number within a formula or a sentence. */
export const short = ({ i18n }: Pick<Scene, 'i18n'>, x: number): string =>
  i18n.number(x, { digits: 4 });
/** A stage or a reading, with the digits that the reader chose. */
export const result = ({ i18n }: Scene, x: number, usual = 5): string => i18n.result(x, usual);
export const share = ({ i18n }: Scene, x: number): string => i18n.percent(x, 1);
