// SPDX-License-Identifier: MIT
import type { Prose } from '*.md';
import { html, type TemplateResult } from 'lit';

/** Renders the title of a lesson and its main question. */
export const renderLessonHeader = ({ title, sections }: Prose): TemplateResult => html`
  <header class="stage-head" part="head">
    <h1>${title}</h1>
    <p class="stage-question">${sections.question?.heading}</p>
  </header>`;
