// SPDX-License-Identifier: MIT
import type { BasicScene } from '../scene.ts';
import type { Numbers } from './compute.ts';
import type { Word } from './library.ts';
import type messages from './messages.en.json';
import type { State } from './state.ts';

export type Texts = typeof messages;

/** What every part of the picture is drawn from. */
export interface Scene extends BasicScene<State, Numbers, Texts> {
  /** The recipe that is pointed at, marked in every part. */
  readonly active: number | undefined;
  readonly activate: (index: number | undefined) => void;
}

/** The two keys, as state and numbers call them. */
export const KEYS = ['key', 'other'] as const;
export type KeyName = (typeof KEYS)[number];
export const SIGNS: Readonly<Record<'query' | KeyName, string>> = {
  query: 'q',
  key: 'k₁',
  other: 'k₂',
};

/** What stands where there is nothing to tell. */
const NOTHING = '–';

/** A number within a formula or a sentence. */
export const short = ({ i18n }: Scene, x: number): string =>
  Number.isNaN(x) ? NOTHING : i18n.number(x);
/** A stage or a reading, with the digits that the reader chose. */
export const result = ({ i18n }: Scene, x: number, usual = 5): string =>
  Number.isNaN(x) ? NOTHING : i18n.result(x, usual);
/** The same for what the stages come to. */
export const long = (scene: Scene, x: number): string => result(scene, x, 10);
/** An angle to a hundredth of a degree, all that is left of its digits near 0° in float32. */
export const degrees = (scene: Scene, x: number): string =>
  Number.isNaN(x) ? NOTHING : `${scene.i18n.number(Number(x.toFixed(2)))}°`;

/** A shape as the engine writes it. */
export const sides = (shape: readonly number[]): string => `(${shape.join(', ')})`;

/** The forms of a word in the reader's language, as they are typed. */
export const formsOf = (t: Scene['t'], word: Word): readonly string[] =>
  t(`word.${word}`).toLowerCase().split('|');

/** A word as it is shown. */
export const wordOf = (t: Scene['t'], word: Word): string => t(`word.${word}`).split('|')[0] ?? '';
