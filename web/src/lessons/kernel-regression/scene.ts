// SPDX-License-Identifier: MIT
import type { StageScene } from '../define-lesson.ts';
import type { Numbers } from './compute.ts';
import type messages from './messages.en.json';
import type { State } from './state.ts';

export type Texts = typeof messages;
export type Scene = StageScene<State, Numbers, Texts>;
/** The part of the scene that the figures need, on the stage and on the home page. */
export type FigureScene = Omit<Scene, 'bind' | 'section'>;
/** The part of the scene that texts need. */
export type TextScene = Pick<Scene, 'state' | 'numbers' | 'i18n' | 't'>;

const DIGITS = '₁₂₃';

/** A letter with the number of a query or key, counted from 1: q₁, k₂. */
export const indexed = (letter: string, index: number): string => letter + (DIGITS[index] ?? '');

export const short = ({ i18n }: TextScene, x: number): string => i18n.number(x, { digits: 5 });
export const long = ({ i18n }: TextScene, x: number): string => i18n.result(x);

/** A vector as text: (57, 83). */
export const vector = (scene: TextScene, pair: readonly number[]): string =>
  `(${pair.map((x) => short(scene, x)).join(', ')})`;

/** The names of some keys as a list. */
export const keyNames = ({ i18n }: TextScene, keys: readonly number[]): string =>
  i18n.list(keys.map((key) => indexed('k', key)));
