// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { pageOf } from '../lessons/page-of.ts';
import './teach.css';

/** The page for teachers. The build writes all of it (page.ts), and scripts keep what it has written. */
export const lesson = pageOf(
  'teach',
  {},
  {
    render: ({ waiting }) => {
      // It is the page now, no longer its outline.
      if (waiting instanceof Element) waiting.classList.remove('outline');
      return html`${waiting}`;
    },
  },
);
