// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { pageOf } from '../lessons/page-of.ts';
import { initialState, numberField, WHOLE } from '../state/fields.ts';
import { renderSheet } from './sheet.ts';
import { MOST_SHEETS, type Task } from './task.ts';
import { loadTexts } from './texts.ts';
import './view.ts';
import './worksheet.css';

export interface SheetState {
  /** The number of the sheet. All random numbers of the sheet depend on it. */
  readonly seed: number;
}

export const fields = { seed: numberField(1, { min: 1, max: MOST_SHEETS }, WHOLE) };

export const worksheetOf = (id: string, tasks: readonly Task[]) =>
  pageOf<SheetState>(id, fields, {
    render: (props) =>
      html`<al-worksheet .tasks=${tasks} .lesson=${id} .props=${props}></al-worksheet>`,
    draft: async (i18n, prose, engine) => {
      await loadTexts(i18n);
      const state = initialState<SheetState>(fields);
      return renderSheet(i18n, engine, { lesson: id, prose, tasks, ...state });
    },
  });
