// SPDX-License-Identifier: MIT
import type { StageScene } from '../define-lesson.ts';
import { indexed } from '../indexed.ts';
import type messages from './bench/messages.en.json';
import type { Numbers } from './compute.ts';
import type { State } from './state.ts';

export type Texts = typeof messages;
export type Scene = StageScene<State, Numbers, Texts>;
/** The part of the scene that the texts need. */
export type TextScene = Pick<Scene, 'state' | 'numbers' | 'i18n' | 't'>;

export const short = ({ i18n }: TextScene, x: number): string => i18n.number(x, { digits: 5 });
export const long = ({ i18n }: TextScene, x: number): string => i18n.result(x);

/** A vector as text: (57, 83). */
export const vector = (scene: TextScene, pair: readonly number[]): string =>
  `(${pair.map((x) => short(scene, x)).join(', ')})`;

/** The names of several keys as a list: k₁ and k₂. */
export const keyNames = ({ i18n }: TextScene, keys: readonly number[]): string =>
  i18n.list(keys.map((key) => indexed('k', key)));
