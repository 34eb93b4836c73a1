// SPDX-License-Identifier: MIT

import type { Prose } from '*.md';
import { html, nothing } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';

/** Renders a section with its heading. The HTML is safe, because the build generates it from our own Markdown. */
export function proseSection(prose: Prose, id: string) {
  const section = prose.sections[id];
  if (section === undefined) return nothing;
  return html`
    ${section.heading ? html`<h2>${section.heading}</h2>` : nothing}
    <div class="prose">${unsafeHTML(section.html)}</div>`;
}
