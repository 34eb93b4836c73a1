// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import type { I18n } from '../i18n/i18n.ts';

export interface Panels {
  readonly claims: number;
  /**
   * The link to Verify (the view with the claims), or a function that shows Verify in place of the course. Undefined
   * below Verify itself.
   */
  readonly verify: string | (() => void) | undefined;
  readonly code: () => TemplateResult | typeof nothing;
  readonly data: TemplateResult;
  /** Whether the panel with the data is open. It is always open in print. */
  readonly isOpen: boolean;
  readonly onShare: (() => void) | undefined;
  readonly onToggle: (panel: string, isOpen: boolean) => void;
}

/** Renders the panels below a lesson: a link to the claims, and collapsed panels with code, data, and sharing. */
export function renderPanels({ t }: I18n, panels: Panels): TemplateResult {
  const { claims, verify, code, data, isOpen, onShare, onToggle } = panels;
  const verifyText = html`<strong>${t('panel.verify')}</strong> <span>${t('panel.verifyText', { count: claims })}</span>`;
  const fold = (id: 'code' | 'data', content: TemplateResult | typeof nothing) => html`
    <details class="panel" data-panel=${id} ?open=${isOpen && id === 'data'}
      @toggle=${({ target }: Event) => onToggle(id, (target as HTMLDetailsElement).open)}>
      <summary><strong>${t(`panel.${id}`)}</strong> <span>${t(`panel.${id}Text`)}</span></summary>
      <div class="panel-body" data-part=${id}>${content}</div>
    </details>`;
  return html`
    <div class="panels">
      ${
        verify === undefined
          ? nothing
          : typeof verify === 'string'
            ? html`<a class="panel" data-panel="verify" href=${verify}>${verifyText}</a>`
            : html`<button type="button" class="panel" data-panel="verify" @click=${verify}>${verifyText}</button>`
      }
      ${fold('code', code())} ${fold('data', data)}
      ${
        onShare
          ? html`<button type="button" class="panel share-open" data-panel="share" aria-haspopup="dialog" @click=${onShare}>
              <strong>${t('panel.share')}</strong> <span>${t('panel.shareText')}</span></button>`
          : nothing
      }
    </div>`;
}
