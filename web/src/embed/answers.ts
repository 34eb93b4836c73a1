// SPDX-License-Identifier: MIT
import type { Answered } from '../lessons/lesson.ts';
import type { QuestionResultDetail } from './api.ts';

/** Stores the reader's guesses in an embed. Only the first guess at each question counts for the score. */
export class Answers {
  readonly #first = new Map<string, boolean>();
  readonly #last = new Map<string, QuestionResultDetail>();

  /** For each question, the last guess. */
  get last(): readonly QuestionResultDetail[] {
    return [...this.#last.values()];
  }

  /**
   * Adds a guess and returns the details of the event `question-result`.
   * @param counted  ids of the questions that count for the score
   */
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
