// SPDX-License-Identifier: MIT
import type { TemplateResult } from 'lit';
import { type Fields, type Problem, writeState } from '../state/fields.ts';
import type { Lesson, LessonProps } from './lesson.ts';
import { say } from './scene.ts';

/** Wraps a lesson without a stage in the interface that the shells use. */
export function viewLesson<State>(
  id: string,
  fields: Fields<State>,
  readLink: (params: URLSearchParams) => { state: State; problems: readonly Problem[] },
  questions: readonly { readonly id: string }[],
  render: (props: LessonProps<State>) => TemplateResult,
): Lesson<unknown> {
  const lesson: Lesson<State> = {
    id,
    questions: questions.map((question) => question.id),
    readLink,
    writeLink: (state) => writeState(fields, state),
    fieldLabel: (field, i18n) => say(i18n.translator(id))(`field.${field}`),
    render,
  };
  // This cast is safe: the shell passes only states that this lesson returned.
  return lesson as Lesson<unknown>;
}
