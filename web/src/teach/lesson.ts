// SPDX-License-Identifier: MIT
import { html } from 'lit';
import type { Lesson } from '../lessons/lesson.ts';
import { say } from '../lessons/scene.ts';
import { readState, writeState } from '../state/fields.ts';
import './teach.css';

/** The page for teachers. The build writes all of it (page.ts), and scripts keep what it has written. */
export const lesson: Lesson<unknown> = {
  id: 'teach',
  questions: [],
  fields: [],
  readLink: (params) => readState({}, params),
  writeLink: () => writeState({}, {}),
  fieldLabel: (field, i18n) => say(i18n.translator('teach'))(`field.${field}`),
  render: ({ waiting }) => {
    // It is the page now, no longer its outline.
    if (waiting instanceof Element) waiting.classList.remove('outline');
    return html`${waiting}`;
  },
};
