// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { Choice } from './choice.ts';
import { uniqueId } from './light-element.ts';
import css from './menu.css?inline';

/** A `Choice` with many options, rendered as a select element. */
export class Menu extends Choice {
  static override css = css;

  readonly #id = uniqueId('menu');

  protected override render() {
    return html`
      <p class="menu">
        <label for=${this.#id}>${this.label}</label>
        <select id=${this.#id} ?disabled=${this.isLocked}
          @change=${({ target }: Event) => this.sendValue((target as HTMLSelectElement).value, true)}>
          ${this.options.map(
            ({ value, label }) =>
              html`<option value=${value} .selected=${value === this.value}>${label}</option>`,
          )}
        </select>
      </p>`;
  }
}

customElements.define('al-menu', Menu);
