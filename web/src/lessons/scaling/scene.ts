// SPDX-License-Identifier: MIT
import type { BasicScene } from '../scene.ts';
import type { Work } from '../sweeping.ts';
import type { Numbers } from './compute.ts';
import type messages from './messages.en.json';
import type { State } from './state.ts';
import type { Place } from './sweep.ts';

export type Texts = typeof messages;

/** What every part of the picture is drawn from. */
export interface Scene extends BasicScene<State, Numbers, Texts> {
  readonly sampling: Work;
  readonly sweep: Work & { readonly places: readonly Place[] };
}

/** What the small picture on the home page has, too. */
export type Picture = Omit<Scene, 'sampling' | 'sweep'>;

/** What stands where there is nothing to tell. */
const NOTHING = '–';

/** A number for a table of data, where there is one. */
export const known = (x: number): number | undefined => (Number.isNaN(x) ? undefined : x);

/** Digits that chance leaves to most of what is drawn. */
export const USUAL = 4;

/** A number within a formula or a sentence. */
export const short = ({ i18n }: Picture, x: number): string =>
  Number.isNaN(x) ? NOTHING : i18n.number(x, { digits: USUAL });
/** What was drawn or is exact, with the digits that the reader chose. */
export const result = ({ i18n }: Picture, x: number): string =>
  Number.isNaN(x) ? NOTHING : i18n.result(x, USUAL);
