// SPDX-License-Identifier: MIT
import { html } from 'lit';
import type { Lesson } from '../lessons/lesson.ts';
import { say } from '../lessons/scene.ts';
import { readState, writeState } from '../state/fields.ts';
import './view.ts';

/**
 * The review page as a `Lesson`, because the site treats every page like a lesson. It has no state, so its links
 * contain none.
 */
export const lesson: Lesson<unknown> = {
  id: 'review',
  questions: [],
  fields: [],
  readLink: (params) => readState({}, params),
  writeLink: () => writeState({}, {}),
  fieldLabel: (field, i18n) => say(i18n.translator('review'))(`field.${field}`),
  render: ({ prose, engine }) => html`<al-review .prose=${prose} .engine=${engine}></al-review>`,
};
