// SPDX-License-Identifier: MIT
import type { Answered } from '../lessons/lesson.ts';
import type { QuestionResultDetail } from './api.ts';

/** What a reader has guessed in a lesson. A guess after the answer is known counts for nothing. */
export class Answers {
  readonly #first = new Map<string, boolean>();
  readonly #last = new Map<string, QuestionResultDetail>();

  /** The last guess at each question. */
  get last(): readonly QuestionResultDetail[] {
    return [...this.#last.values()];
  }

  /** @param counted  the questions that the score is of */
  add(
    lesson: string,
    { id, guess, right }: Answered,
    counted: readonly string[],
  ): QuestionResultDetail {
    if (!this.#first.has(id)) this.#first.set(id, guess === right);
    const hits = counted.filter((one) => this.#first.get(one)).length;
    const score = hits / counted.length;
    const detail = { lesson, question: id, guess, right, score };
    this.#last.set(id, detail);
    return detail;
  }

  clear(): void {
    this.#first.clear();
    this.#last.clear();
  }
}
