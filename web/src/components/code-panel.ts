// SPDX-License-Identifier: MIT

import type { CodeLine, Token } from '*?excerpts';
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import css from './code-panel.css?inline';
import { type CodePart, codeText } from './code-text.ts';
import { landmarkRole, properties, TextElement, uniqueId } from './light-element.ts';

export interface CodeTab {
  readonly id: string;
  readonly label: string;
  readonly parts: readonly CodePart[];
}

/**
 * Shows code that readers can copy, with one tab per programming language. If there is only one language, its name
 * replaces the tabs. The attribute `data-term` of a line lists the quantities that the line computes. `TermLight`
 * highlights the line together with other elements for these quantities.
 */
export class CodePanel extends TextElement {
  static override css = css;
  static override properties = properties('label', 'tabs', 'shown', 'told');

  /** Accessible name of the list of tabs. */
  declare label: string;
  declare tabs: readonly CodeTab[];
  protected shown = 0;
  declare protected told: 'copied' | 'refused' | undefined;

  readonly #id = uniqueId('code');

  protected override render() {
    const { t } = this.texts.i18n;
    const shown = this.tabs[this.shown];
    if (shown === undefined) return nothing;
    return html`
      <div class="code-head">
        ${this.tabs.length === 1 ? html`<p class="code-title" id="${this.#id}-tab-0">${shown.label}</p>` : this.#renderTabs()}
        <button type="button" class="code-copy" aria-label=${t('code.copyOf', { name: shown.label })} @click=${this.#copy}>
          ${t('code.copy')}
        </button>
        <p class="code-told ${this.told ?? ''}" role="status">${this.told ? t(`code.${this.told}`) : ''}</p>
      </div>
      ${this.tabs.map((tab, index) => this.#renderPanel(tab, index))}`;
  }

  #renderTabs(): TemplateResult {
    return html`
      <div class="code-tabs" role="tablist" aria-label=${this.label} @keydown=${this.#onKey}>
        ${this.tabs.map(
          ({ label }, index) => html`
            <button type="button" role="tab" id="${this.#id}-tab-${index}"
              aria-controls="${this.#id}-panel-${index}" aria-selected=${index === this.shown}
              tabindex=${index === this.shown ? 0 : -1} @click=${() => this.#show(index)}>${label}</button>`,
        )}
      </div>`;
  }

  #renderPanel({ label, parts }: CodeTab, index: number): TemplateResult {
    return html`
      <div class="code-panel" role=${this.tabs.length === 1 ? landmarkRole(this, 'region') : 'tabpanel'} tabindex="0"
        id="${this.#id}-panel-${index}" aria-labelledby="${this.#id}-tab-${index}"
        data-label=${label} ?hidden=${index !== this.shown} translate="no">
        ${parts.map(
          (part, at) => html`
            ${part.path === undefined || part.path === parts[at - 1]?.path ? nothing : html`<p class="code-path">${part.path}</p>`}
            <pre><code>${part.lines.map((line) => guard([line], () => renderLine(line)))}</code></pre>`,
        )}
      </div>`;
  }

  #show(index: number): void {
    this.shown = index;
    this.told = undefined;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const last = this.tabs.length - 1;
    const ways: Readonly<Record<string, number>> = {
      ArrowRight: this.shown === last ? 0 : this.shown + 1,
      ArrowLeft: this.shown === 0 ? last : this.shown - 1,
      Home: 0,
      End: last,
    };
    const next = ways[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.#show(next);
    this.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };

  readonly #copy = async (): Promise<void> => {
    const tab = this.tabs[this.shown];
    if (tab === undefined) return;
    this.told = undefined;
    try {
      await navigator.clipboard.writeText(codeText(tab.parts));
      this.told = 'copied';
    } catch {
      // Outside a secure context, or if the host page forbids it, the clipboard is not available.
      this.#select();
      this.told = 'refused';
    }
  };

  #select(): void {
    const panel = this.querySelector('.code-panel:not([hidden])');
    if (panel !== null) getSelection()?.selectAllChildren(panel);
  }
}

// The line break is inside the span of the line, so that text copied from several lines contains line breaks.
const renderLine = (line: CodeLine): TemplateResult =>
  html`<span class="code-line" data-term=${line.terms.length > 0 ? line.terms.join(' ') : nothing}><span class="code-line-number" aria-hidden="true">${line.number}</span>${line.tokens.map(renderToken)}${'\n'}</span>`;

const renderToken = ([text, kind]: Token) =>
  kind ? html`<span class=${`code-${kind}`}>${text}</span>` : text;

customElements.define('al-code-panel', CodePanel);
