// SPDX-License-Identifier: MIT
import { html } from 'lit';
import type { Lesson, LessonProps } from '../lessons/lesson.ts';
import { say } from '../lessons/scene.ts';
import { initialState, numberField, readState, WHOLE, writeState } from '../state/fields.ts';
import { renderSheet } from './sheet.ts';
import { MOST_SHEETS, type Task } from './task.ts';
import { loadTexts } from './texts.ts';
import './view.ts';
import './worksheet.css';

export interface SheetState {
  /** The number of the sheet, from which all its numbers are drawn. */
  readonly seed: number;
}

export const fields = { seed: numberField(1, { min: 1, max: MOST_SHEETS }, WHOLE) };

/** The worksheet of a lesson as a `Lesson`, because the site treats every page like a lesson. */
export function worksheetOf(id: string, tasks: readonly Task[]): Lesson<unknown> {
  const lesson: Lesson<SheetState> = {
    id,
    questions: [],
    fields: Object.keys(fields),
    readLink: (params) => readState(fields, params),
    writeLink: (state) => writeState(fields, state),
    fieldLabel: (field, i18n) => say(i18n.translator(id))(`field.${field}`),
    render: (props: LessonProps<SheetState>) =>
      html`<al-worksheet .tasks=${tasks} .lesson=${id} .props=${props}></al-worksheet>`,
    draft: async (i18n, prose, engine) => {
      await loadTexts(i18n);
      const state = initialState<SheetState>(fields);
      return renderSheet(i18n, engine, { lesson: id, prose, tasks, ...state });
    },
  };
  // The cast is safe, because the site passes only states that this page has returned.
  return lesson as Lesson<unknown>;
}
