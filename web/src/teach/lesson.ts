// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { pageOf } from '../lessons/page-of.ts';
import './teach.css';

/** The page for teachers. It is completely prerendered (page.ts), and scripts keep the prerendered content. */
export const lesson = pageOf(
  'teach',
  {},
  {
    render: ({ waiting }) => {
      // The prerendered content is final, so it must not have the class of content that will be replaced.
      if (waiting instanceof Element) waiting.classList.remove('outline');
      return html`${waiting}`;
    },
  },
);
