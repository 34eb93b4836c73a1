// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { pageOf } from '../lessons/page-of.ts';
import './view.ts';

export const lesson = pageOf(
  'review',
  {},
  {
    render: ({ prose, engine }) => html`<al-review .prose=${prose} .engine=${engine}></al-review>`,
  },
);
