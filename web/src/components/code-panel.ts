// SPDX-License-Identifier: MIT

import type { CodeLine, Token } from '*?excerpts';
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { I18nController } from '../i18n/controller.ts';
import css from './code-panel.css?inline';
import { type CodePart, codeText } from './code-text.ts';
import { LightElement, uniqueId } from './light-element.ts';

/** One language's code. */
export interface CodeTab {
  readonly id: string;
  readonly label: string;
  readonly parts: readonly CodePart[];
}

/**
 * Code to read and to copy, a tab a language; with one language its name stands where the tabs would.
 * A line carries the names of what it computes in `data-term`.
 */
export class CodePanel extends LightElement {
  static override css = css;
  static override properties = {
    label: {},
    tabs: { attribute: false },
    shown: { state: true },
    told: { state: true },
  };

  /** What the tabs are tabs of. */
  declare label: string;
  declare tabs: readonly CodeTab[];
  declare protected shown: number;
  declare protected told: 'copied' | 'refused' | undefined;

  readonly #texts = new I18nController(this);
  readonly #id = uniqueId('code');

  constructor() {
    super();
    this.shown = 0;
    this.told = undefined;
  }

  protected override render() {
    const { t } = this.#texts.i18n;
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
      <div class="code-panel" role=${this.tabs.length === 1 ? 'region' : 'tabpanel'} tabindex="0"
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
      // Without a secure address there is no clipboard, and a host may forbid it to an embed.
      this.#select();
      this.told = 'refused';
    }
  };

  #select(): void {
    const panel = this.querySelector('.code-panel:not([hidden])');
    if (panel !== null) getSelection()?.selectAllChildren(panel);
  }
}

// A line ends in its own element, so that what is selected by hand has line breaks.
const renderLine = (line: CodeLine): TemplateResult =>
  html`<span class="code-line" data-term=${line.terms.length > 0 ? line.terms.join(' ') : nothing}><span class="code-line-number" aria-hidden="true">${line.number}</span>${line.tokens.map(renderToken)}${'\n'}</span>`;

const renderToken = ([text, kind]: Token) =>
  kind ? html`<span class=${`code-${kind}`}>${text}</span>` : text;

customElements.define('al-code-panel', CodePanel);
