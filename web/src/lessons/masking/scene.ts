// SPDX-License-Identifier: MIT
import type { BasicScene } from '../scene.ts';
import type { Numbers, Treated } from './compute.ts';
import type messages from './messages.en.json';
import type { State } from './state.ts';

export type Texts = typeof messages;

/** What every part of the picture is drawn from. */
export interface Scene extends BasicScene<State, Numbers, Texts> {
  /** The key that is pointed at, marked in every part. */
  readonly active: number | undefined;
  readonly activate: (index: number | undefined) => void;
}

const DIGITS = '₀₁₂₃₄₅₆₇₈₉';

/** q₁, k₂: a letter with a number, from 1. */
export const indexed = (letter: string, index: number): string =>
  letter + Array.from(String(index + 1), (digit) => DIGITS[Number(digit)]).join('');

/** The names of so many queries or keys. */
export const names = (letter: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => indexed(letter, i));

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** 10⁹ */
export const power = (exponent: number): string =>
  `10${Array.from(String(exponent), (digit) => RAISED[Number(digit)]).join('')}`;

/** A number within a formula or a sentence. */
export const short = ({ i18n }: Scene, x: number): string => i18n.number(x);
/** A stage or a reading, with the digits that the reader chose. */
export const result = ({ i18n }: Scene, x: number, usual = 5): string => i18n.result(x, usual);
/** The same for what the stages come to. */
export const long = (scene: Scene, x: number): string => result(scene, x, 10);

export const share = ({ i18n }: Scene, x: number): string => i18n.percent(x, 2);

/** A weight in a cell. */
export const cellText = ({ i18n }: Scene, x: number): string =>
  Number.isFinite(x) ? i18n.number(x, { decimals: 2 }) : i18n.number(x);

/** What the chosen way to hide makes of the scores. */
export const chosen = ({ state, numbers }: Scene): Treated => numbers.treated[state.treatment];

/** What the query that is looked at has: scores, logits, weights, and whether it sees each key. */
export function lookedAt(scene: Scene) {
  const { state, numbers } = scene;
  const { logits, weights } = chosen(scene);
  const row = state.row - 1;
  return {
    row,
    name: indexed('q', row),
    scores: numbers.scores[row] ?? [],
    logits: logits[row] ?? [],
    weights: weights[row] ?? [],
    visible: (numbers.visible[row] ?? []).map((kept) => kept === 1),
    isEmpty: numbers.emptyRows[row] === true,
  };
}
