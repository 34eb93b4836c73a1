// SPDX-License-Identifier: MIT
import type { BasicScene } from '../scene.ts';
import type { Numbers } from './compute.ts';
import type messages from './messages.en.json';
import type { State } from './state.ts';

export type Texts = typeof messages;

export type Scene = BasicScene<State, Numbers, Texts>;

/** A number within a formula or a sentence. */
export const short = ({ i18n }: Pick<Scene, 'i18n'>, x: number): string =>
  i18n.number(x, { digits: 4 });
/** A reading, with the digits that the reader chose. */
export const result = ({ i18n }: Scene, x: number, usual = 5): string => i18n.result(x, usual);

const LARGE = 1000;

/** A number as a cell has room for it: to a hundredth, or as programs write what is large, −4e19. */
export function cellText({ i18n }: Pick<Scene, 'i18n'>, x: number): string {
  if (Math.abs(x) < LARGE || !Number.isFinite(x)) return i18n.number(Number(x.toFixed(2)));
  return x.toExponential(0).replace('-', '−').replace('e+', 'e');
}

/** A shape as the engine writes it. */
export const sides = (shape: readonly number[]): string => `(${shape.join(', ')})`;

const SUBSCRIPTS = Array.from('₀₁₂₃₄₅₆₇₈');

/** Q₁: what belongs to one head. */
export const ofHead = (letter: string, head: number): string =>
  `${letter}${SUBSCRIPTS[head] ?? ''}`;

export const upTo = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => String(i + 1));
