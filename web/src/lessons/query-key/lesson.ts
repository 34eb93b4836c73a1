// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { viewLesson } from '../view-lesson.ts';
import { predictions } from './predictions.ts';
import { fields, readLink } from './state.ts';
import './view.ts';

export const lesson = viewLesson(
  'query-key',
  fields,
  readLink,
  predictions,
  (props) => html`<al-query-key .props=${props}></al-query-key>`,
);
