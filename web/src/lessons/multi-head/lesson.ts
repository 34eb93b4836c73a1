// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { viewLesson } from '../view-lesson.ts';
import { predictions } from './predictions.ts';
import { fields, readLink } from './state.ts';
import './view.ts';

export const lesson = viewLesson(
  'multi-head',
  fields,
  readLink,
  predictions,
  (props) => html`<al-multi-head .props=${props}></al-multi-head>`,
);
