// SPDX-License-Identifier: MIT
import type { StageScene } from '../define-lesson.ts';
import type messages from './bench/messages.en.json';
import type { Numbers } from './session.ts';
import type { State } from './state.ts';

export type Texts = typeof messages;
export type Scene = StageScene<State, Numbers, Texts>;

/** Formats a number for a formula or a sentence, with four significant digits. */
export const short = ({ i18n }: Scene, x: number): string => i18n.number(x, { digits: 4 });

/** Formats a difference, with two significant digits. */
export const rounded = ({ i18n }: Scene, x: number): string => i18n.number(x, { digits: 2 });

/** Formats a result, with the number of significant digits that the reader chose, but at most `most`. */
export const result = ({ i18n }: Scene, x: number, most: number): string => i18n.result(x, most);
