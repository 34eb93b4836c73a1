// SPDX-License-Identifier: MIT
import { html } from 'lit';
import css from './code-terms.css?inline';
import { LightElement } from './light-element.ts';

/** The name of a quantity in the code, with its current value as text. */
export interface Term {
  readonly id: string;
  readonly text: string;
}

/**
 * Shows the names of quantities in a piece of code with their values, as buttons. Each button highlights the elements
 * with its term, and pins the highlight when it is pressed.
 * @fires al-term string | null, the term to pin, or null to unpin it
 */
export class CodeTerms extends LightElement {
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
            <button type="button" data-term=${id} aria-pressed=${id === this.pinned}
              @click=${() => this.send('al-term', id === this.pinned ? null : id)}>
              <code translate="no">${id}</code> <span>${text}</span>
            </button>`,
        )}
      </div>`;
  }
}

customElements.define('al-code-terms', CodeTerms);
