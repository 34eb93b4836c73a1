// SPDX-License-Identifier: MIT
import type { BasicScene } from '../scene.ts';
import type { Numbers } from './compute.ts';
import type messages from './messages.en.json';
import type { State } from './state.ts';

export type Texts = typeof messages;

/** What every part of the picture is drawn from. */
export interface Scene extends BasicScene<State, Numbers, Texts> {
  /** The entry that is pointed at, marked in every part. */
  readonly active: number | undefined;
  readonly activate: (index: number | undefined) => void;
}

const DIGITS = '₀₁₂₃₄₅₆₇₈₉';

/** x₁, p₂: a letter with the entry's number, from 1. */
export const indexed = (letter: string, index: number): string =>
  letter + Array.from(String(index + 1), (digit) => DIGITS[Number(digit)]).join('');

/** What stands where there is nothing to tell. */
const NOTHING = '–';

/** A number for a table of data, where there is one. */
export const known = (x: number): number | undefined => (Number.isNaN(x) ? undefined : x);

/** A number within a formula or a sentence. */
export const short = ({ i18n }: Scene, x: number): string =>
  Number.isNaN(x) ? NOTHING : i18n.number(x);
/** A stage or a reading, with the digits that the reader chose. */
export const result = ({ i18n }: Scene, x: number, usual = 5): string =>
  Number.isNaN(x) ? NOTHING : i18n.result(x, usual);
/** The same for what the stages come to. */
export const long = (scene: Scene, x: number): string => result(scene, x, 10);

/** A share in percent; far beyond the whole, where entries all but cancel, as a plain number. */
export const share = (scene: Scene, x: number): string =>
  Math.abs(x) < 100 ? scene.i18n.percent(x, 2) : short(scene, x);
