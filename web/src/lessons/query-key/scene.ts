// SPDX-License-Identifier: MIT
import type { BasicScene } from '../scene.ts';
import type { Numbers } from './compute.ts';
import type messages from './messages.en.json';
import type { State } from './state.ts';

export type Texts = typeof messages;

/** What every part of the picture is drawn from. */
export interface Scene extends BasicScene<State, Numbers, Texts> {
  /** The token that is pointed at, or else the one that is looked at; marked in every part. */
  readonly active: number;
  readonly activate: (index: number | undefined) => void;
}

/** A number within a formula or a sentence. */
export const short = ({ i18n }: Scene, x: number): string => i18n.number(x, { digits: 5 });
/** A stage or a reading, with the digits that the reader chose. */
export const result = ({ i18n }: Scene, x: number, usual = 5): string => i18n.result(x, usual);
/** The same for what the stages come to. */
export const long = (scene: Scene, x: number): string => result(scene, x, 10);

/** A token in a sentence about it; the same token twice is told apart by its place. */
export function quoted({ numbers, t }: Scene, index: number): string {
  const token = numbers.tokens[index] ?? '';
  const isAlone = numbers.tokens.filter((other) => other === token).length === 1;
  return isAlone ? t('token.quoted', { token }) : t('token.numbered', { token, place: index + 1 });
}

export const share = ({ i18n }: Scene, x: number): string => i18n.percent(x, 2);
