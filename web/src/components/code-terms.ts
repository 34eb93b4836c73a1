// SPDX-License-Identifier: MIT
import { html } from 'lit';
import css from './code-terms.css?inline';
import { LightElement, properties } from './light-element.ts';

/** A quantity in the code: `id` is its name, and `text` is its current value. */
export interface Term {
  readonly id: string;
  readonly text: string;
}

/**
 * Shows the names of quantities in a piece of code with their values, as buttons. A button under the pointer or with
 * the focus highlights all elements whose `data-term` contains its name. Pressing the button pins this highlight.
 * @fires al-term string | null, the name to pin, or null to remove the pin
 */
export class CodeTerms extends LightElement {
  static override css = css;
  static override properties = properties('label', 'terms', 'pinned');

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
