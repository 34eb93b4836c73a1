// SPDX-License-Identifier: MIT
import type { Tensor } from '../../engine/index.ts';
import type { MessageParams } from '../../i18n/catalogue.ts';
import type { I18n } from '../../i18n/i18n.ts';
import type { Answer, CheckQuestion } from '../../lessons/check-question.ts';
import { say } from '../../lessons/scene.ts';
import type { Taught } from '../taught.ts';

/** A question with random numbers that the lesson does not use. `taught`: the step that explains the answer. */
export interface ReviewQuestion<State> extends CheckQuestion<State> {
  readonly taught: (state: State) => Taught;
}

export const precision = 'float64';

/** A text of the review's catalogue of messages. */
export const word = (i18n: I18n, key: string, params?: MessageParams): string =>
  say(i18n.translator('review'))(key, params);

/** Formats a list of numbers: "1, 2, 3". */
export const row = (i18n: I18n, numbers: readonly number[]): string =>
  numbers.map((x) => i18n.number(x)).join(word(i18n, 'comma'));

/** Creates one answer for each number. The first number is the correct one. */
export const answersOf = (
  numbers: Readonly<Record<string, number>>,
  text: (x: number, id: string) => string,
): readonly Answer[] => Object.entries(numbers).map(([id, x]) => ({ id, text: text(x, id) }));

/** Removes answers with the same text as an earlier answer. */
export const unlike = (answers: readonly Answer[]): readonly Answer[] =>
  answers.filter((one, i) => answers.findIndex(({ text }) => text === one.text) === i);

export const entry = ({ shape, data }: Tensor<Float64Array>, i: number, j: number): number =>
  data[i * (shape[1] ?? 0) + j] ?? Number.NaN;
