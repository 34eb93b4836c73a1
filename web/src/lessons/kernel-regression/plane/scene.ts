// SPDX-License-Identifier: MIT
import type { BasicScene } from '../../scene.ts';
import type { Texts } from '../scene.ts';
import type { State } from '../state.ts';
import type { PlaneNumbers } from './compute.ts';
import type { PlaneState } from './state.ts';

/** What every part of the second bench is drawn from. */
export interface PlaneScene extends Omit<BasicScene<State, PlaneNumbers, Texts>, 'set'> {
  readonly set: (change: Partial<PlaneState>, how: 'step' | 'rest' | 'jump') => void;
  /** The key that is pointed at, marked in every part. */
  readonly active: number | undefined;
  readonly activate: (key: number | undefined) => void;
}

const DIGITS = '₁₂₃';

/** q₁, k₂: a letter with the number of the query or key, from 1. */
export const indexed = (letter: string, index: number): string => letter + (DIGITS[index] ?? '');

export const short = ({ i18n }: PlaneScene, x: number): string => i18n.number(x, { digits: 5 });
export const long = ({ i18n }: PlaneScene, x: number): string => i18n.result(x);

/** A vector: (57, 83). */
export const vector = (scene: PlaneScene, pair: readonly number[], digits = 5): string =>
  `(${pair.map((x) => scene.i18n.number(x, { digits })).join(', ')})`;

/** Keys by their marks, as a list. */
export const keyNames = ({ i18n }: PlaneScene, keys: readonly number[]): string =>
  i18n.list(keys.map((key) => indexed('k', key)));
