// SPDX-License-Identifier: MIT
import type { Answered, Lesson } from '../lessons/lesson.ts';
import type { QuestionResultDetail } from './api.ts';
import type { PlayerSettings } from './attributes.ts';
import { stepsIn } from './part.ts';

/**
 * The ids of the questions that count for the score: those in the attribute `ask`. If `ask` contains none of the
 * lesson's questions, all questions in the steps that the embed shows count.
 */
export function countedQuestions(
  lesson: Pick<Lesson<unknown>, 'questions' | 'steps'>,
  settings: Pick<PlayerSettings, 'ask' | 'show' | 'steps'>,
): readonly string[] {
  const asked = settings.ask.filter((id) => lesson.questions.includes(id));
  if (asked.length > 0) return asked;
  const shown = stepsIn(settings, lesson);
  return lesson.questions.filter((id) => shown.includes(id));
}

/** Stores the reader's guesses in an embed. Only the first guess at each question counts for the score. */
export class Answers {
  readonly #first = new Map<string, boolean>();
  readonly #last = new Map<string, QuestionResultDetail>();

  /** For each question that was answered: the last guess. */
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
