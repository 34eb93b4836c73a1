// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { pageOf } from '../lessons/page-of.ts';
import { fields } from './state.ts';
import './view.ts';

export const lesson = pageOf('documents', fields, {
  render: (props) => html`<al-documents .props=${props}></al-documents>`,
});
