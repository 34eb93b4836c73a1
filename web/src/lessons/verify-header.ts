// SPDX-License-Identifier: MIT
import type { Prose } from '*.md';
import { html, type TemplateResult } from 'lit';
import { proseSection } from '../components/prose.ts';
import type { I18n } from '../i18n/i18n.ts';

/**
 * Renders the title of Verify (the view with the claims) and the link back to the lesson.
 * @param back  URL of the lesson, or a function that closes Verify if it has no URL
 */
export function renderVerifyHeader(
  prose: Prose,
  { t }: I18n,
  back: string | (() => void),
): TemplateResult {
  const words = html`<span aria-hidden="true">‹</span> ${t('verify.back', { title: prose.title })}`;
  return html`
    <header class="lesson-head verify-head">
      ${
        typeof back === 'string'
          ? html`<a href=${back}>${words}</a>`
          : html`<button type="button" class="quiet" @click=${back}>${words}</button>`
      }
      <h1>${t('verify.title', { title: prose.title })}</h1>
      <div class="prose">${proseSection(prose, 'experiments')}</div>
    </header>`;
}
