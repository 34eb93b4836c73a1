// SPDX-License-Identifier: MIT

import type { Prose } from '*.md';
import { html, nothing } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';

/** A section of a lesson's prose with its heading; the build made the HTML from our own Markdown. */
export function proseSection(prose: Prose, id: string) {
  const section = prose.sections[id];
  if (section === undefined) return nothing;
  return html`
    ${section.heading ? html`<h2>${section.heading}</h2>` : nothing}
    <div class="prose">${unsafeHTML(section.html)}</div>`;
}
