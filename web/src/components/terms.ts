// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { LightElement } from './light-element.ts';
import css from './terms.css?inline';

/** A name in the code, and what it stands for at this moment. */
export interface Term {
  readonly id: string;
  readonly text: string;
}

/**
 * The names in a piece of code with their numbers, as buttons: each lights up what belongs to it, and keeps it lit.
 * @fires al-term string | null, the name to keep lit
 */
export class Terms extends LightElement {
  static override css = css;
  static override properties = {
    label: {},
    terms: { attribute: false },
    pinned: { attribute: false },
  };

  declare label: string;
  declare terms: readonly Term[];
  declare pinned: string | undefined;

  protected override render() {
    return html`
      <div class="terms" role="group" aria-label=${this.label}>
        ${this.terms.map(
          ({ id, text }) => html`
            <button type="button" data-term=${id} aria-pressed=${id === this.pinned} @click=${() => this.#press(id)}>
              <code translate="no">${id}</code> <span>${text}</span>
            </button>`,
        )}
      </div>`;
  }

  #press(id: string): void {
    const detail = id === this.pinned ? null : id;
    this.dispatchEvent(new CustomEvent('al-term', { detail, bubbles: true }));
  }
}

customElements.define('al-terms', Terms);
